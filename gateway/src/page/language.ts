import { de } from './texts/de.ts'
import { en, type Texts } from './texts/en.ts'

/** Returns German if it is the first language of an `Accept-Language` header, otherwise English. */
export const textsFor = (wanted: string): Texts => (/^de\b/i.test(wanted.trim()) ? de : en)
