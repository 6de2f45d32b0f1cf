import { de, type Texts } from './de.ts'
import { en } from './en.ts'

export const texts: Record<'de' | 'en', Texts> = { de, en }
