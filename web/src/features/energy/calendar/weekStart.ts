import type { Weekday } from '@kellersonne/core/time/months'

const MONDAY: Weekday = 1
const SUNDAY: Weekday = 7

/** First day of the week: Monday, or Sunday for English in a US browser (CAL-01). */
export const weekStartIn = (language: string, browser: string): Weekday =>
  language === 'en' && browser === 'en-US' ? SUNDAY : MONDAY
