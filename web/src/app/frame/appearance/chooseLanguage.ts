import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { chooseLanguage as chooseHere, useLanguageFailed } from '../../../platform/preferences.ts'

/** Changes the language on this device and in the owner's account; offers a reload if that fails to load. */
export async function chooseLanguage(language: Language) {
  if (!(await chooseHere(language))) return
  try {
    const { saveLanguage } = await withChunkTimeout(import('../../../features/identity/api/language.ts'))
    saveLanguage(language)
  } catch {
    useLanguageFailed.setState(true)
  }
}
