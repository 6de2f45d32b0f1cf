import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useLanguageFailed } from '../../../platform/preferences.ts'
import { ChunkLoadError } from '../../../ui/feedback/ChunkLoadError.tsx'

/** Offers a reload if the chosen language has disappeared from the server. */
export function LanguageOffer() {
  const { t } = useTranslation('shell')
  if (!useLanguageFailed()) return null
  return <ChunkLoadError title={t('languageUnloaded')} close={() => useLanguageFailed.setState(false)} />
}
