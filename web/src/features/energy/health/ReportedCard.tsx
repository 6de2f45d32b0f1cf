import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Figures } from '../parts/Figures.tsx'
import { reportedFigures } from './reportedWords.ts'

/** What the unit reports of its battery itself, beside what was estimated; nothing if it reports nothing. */
export function ReportedCard({ reported }: Pick<BatteryHealth, 'reported'>) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const figures = reported ? reportedFigures(reported, { t, f }) : []
  if (figures.length === 0) return null
  return (
    <Card title={t('reportedTitle')} text={t('reportedText')}>
      <Figures figures={figures} />
    </Card>
  )
}
