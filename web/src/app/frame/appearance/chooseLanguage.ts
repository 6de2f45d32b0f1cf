import { inTime } from '../../../platform/chunkFault.ts'
import type { Language } from '../../../platform/i18n/i18n.ts'
import { chooseLanguage as chooseHere, useUnspoken } from '../../../platform/preferences.ts'

/** Speaks another language here, and to the owner's account; where that cannot be loaded, a reload is offered. */
export async function chooseLanguage(language: Language) {
  if (!(await chooseHere(language))) return
  try {
    const { saveLanguage } = await inTime(import('../../../features/identity/api/language.ts'))
    saveLanguage(language)
  } catch {
    useUnspoken.setState(true)
  }
}
