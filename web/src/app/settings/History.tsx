import { useSystems } from '../../features/systems/api.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { Card } from '../../ui/layout/Card.tsx'

/** Leads owners of systems to the import of their history (GWY-43). */
export function History() {
  const { t } = useTranslation('settings')
  const systems = useSystems()
  return systems.length === 0 ? null : (
    <Card title={t('history.title')} text={t('history.text')}>
      <p>
        <TextLink to="/import">{t('history.import')}</TextLink>
      </p>
    </Card>
  )
}
