import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Figures } from '../parts/Figures.tsx'
import { CapacityChart } from './CapacityChart.tsx'
import styles from './Health.module.css'
import { warrantyBasis, warrantyText } from './warrantyWords.ts'
import { capacityFigures, verdict } from './words.ts'

/** What still fits into the battery: a sentence, a picture of the months, and the numbers. */
export function CapacityCard({ health }: { health: BatteryHealth }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const { estimate, stated, warranty } = health
  const warrantyNote = warranty && warrantyBasis(warranty, { t, f })
  const exchanged = estimate?.exchanged_on ?? null
  return (
    <Card title={t('capacityTitle')}>
      <p className={styles.sentence}>{verdict(health, { t, f })}</p>
      {estimate?.state?.verdict === 'weak' && <p className={styles.basis}>{t('weakAdvice')}</p>}
      {warranty && <p className={styles.statement}>{warrantyText(warranty, health, { t, f })}</p>}
      {exchanged && (
        <p className={styles.basis}>
          {t('exchanged', { date: f.date(new Date(`${exchanged}T12:00:00Z`), 'UTC') })}
        </p>
      )}
      {estimate && (
        <>
          <CapacityChart months={estimate.months} stated={estimate.state && stated} />
          <Figures figures={capacityFigures(health, { t, f })} />
          <p className={styles.basis}>{t('basis', { runs: f.number(estimate.runs, 0) })}</p>
        </>
      )}
      {warrantyNote && <p className={styles.basis}>{warrantyNote}</p>}
    </Card>
  )
}
