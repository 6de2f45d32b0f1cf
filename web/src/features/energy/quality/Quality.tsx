import type { ForecastQuality } from '@kellersonne/contract/energy/forecast-record'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { qualityOf } from '../api/quality.ts'
import { OutcomeChart } from './OutcomeChart.tsx'
import { Period } from './Period.tsx'
import styles from './Quality.module.css'

const kinds = ['pv', 'load'] as const
type Kind = (typeof kinds)[number]

/** The record of a system's forecasts, in every state of loading. */
export function Quality({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation(['quality', 'common'])
  const faultText = useFaultText()
  const resource = qualityOf(sn)
  const { value, fault } = resource.use()
  if (value) return <Judged quality={value} sn={sn} />
  return fault ? (
    <div className={styles.instead} role="alert">
      <p>
        {t('failed')} {faultText(fault)}
      </p>
      <Button onClick={() => void resource.refresh()}>{t('common:retry')}</Button>
    </div>
  ) : (
    <div className={styles.instead} role="status" aria-busy="true">
      <p>{t('loading')}</p>
    </div>
  )
}

function Judged({ quality, sn }: { quality: ForecastQuality; sn: SerialNumber }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const [kind, setKind] = useState<Kind>('pv')
  const { since, periods, recent } = quality
  if (since === null || periods.every(({ days }) => days === 0))
    return (
      <div className={styles.instead}>
        <p>{t('nothing')}</p>
      </div>
    )
  return (
    <>
      <div className={styles.choice}>
        <SegmentedControl
          label={t('of')}
          value={kind}
          segments={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          choose={setKind}
        />
        <span>{t('since', { date: f.date(new Date(`${since}T12:00:00Z`), 'UTC') })}</span>
      </div>
      {recent[kind].length > 0 && (
        <Card title={t('chartTitle')} text={t('chartAside')}>
          <OutcomeChart days={recent[kind]} kind={kind} />
        </Card>
      )}
      <div className={styles.periods}>
        {periods.map((period) => (
          <Period key={period.length} period={period} kind={kind} sn={sn} />
        ))}
      </div>
    </>
  )
}
