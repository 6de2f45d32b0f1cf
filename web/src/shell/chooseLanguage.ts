import type { Language } from '../i18n/i18n.ts'
import { chooseLanguage as chooseHere } from '../preferences.ts'

/** Speaks another language here, and to the owner's account. Rejects where its words cannot be loaded. */
export async function chooseLanguage(language: Language) {
  await chooseHere(language)
  const { saveLanguage } = await import('../data/language.ts')
  saveLanguage(language)
}
