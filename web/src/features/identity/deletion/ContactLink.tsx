import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'

/** Leads to customer service, which deletes what the deletion of an account leaves. */
export function ContactLink() {
  const { t } = useTranslation('settings')
  return (
    <TextLink to="/contact" reload>
      {t('deletion.contact')}
    </TextLink>
  )
}
