import type { Weekday } from '@kellersonne/core/time/months'

const MONDAY: Weekday = 1
const SUNDAY: Weekday = 7

/** Where weeks start: on Monday, in English with a browser of the United States on Sunday (CAL-01). */
export const weekStartIn = (language: string, browser: string): Weekday =>
  language === 'en' && browser === 'en-US' ? SUNDAY : MONDAY
