import { useTranslation } from 'react-i18next'
import { useUnspoken } from '../../../platform/preferences.ts'
import { Unloaded } from '../../../ui/feedback/Unloaded.tsx'

/** Offers to load the portal anew where a language that was chosen has disappeared from the server. */
export function LanguageOffer() {
  const { t } = useTranslation('shell')
  if (!useUnspoken()) return null
  return <Unloaded title={t('languageUnloaded')} close={() => useUnspoken.setState(false)} />
}
