import { useTranslation } from 'react-i18next'
import { useUnspoken } from '../../../platform/preferences.ts'
import { ChunkLoadError } from '../../../ui/feedback/ChunkLoadError.tsx'

/** Offers to load the portal anew where a language that was chosen has disappeared from the server. */
export function LanguageOffer() {
  const { t } = useTranslation('shell')
  if (!useUnspoken()) return null
  return <ChunkLoadError title={t('languageUnloaded')} close={() => useUnspoken.setState(false)} />
}
