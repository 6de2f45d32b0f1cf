import { de } from './texts/de.ts'
import { en, type Texts } from './texts/en.ts'

/** German if the first language that is asked for is German; English else. */
export const textsFor = (wanted: string): Texts => (/^de\b/i.test(wanted.trim()) ? de : en)
