import type { ForecastQuality } from '@kellersonne/contract/energy/forecast-record'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { qualityOf } from '../api/quality.ts'
import { Instead, Loaded } from '../parts/Loaded.tsx'
import { OutcomeChart } from './OutcomeChart.tsx'
import { Period } from './Period.tsx'
import styles from './Quality.module.css'

const kinds = ['pv', 'load'] as const
type Kind = (typeof kinds)[number]

/** The record of a system's forecasts, in every state of loading. */
export function Quality({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('quality')
  return (
    <Loaded resource={qualityOf(sn)} loading={t('loading')} failed={t('failed')}>
      {(quality) => <Judged quality={quality} sn={sn} />}
    </Loaded>
  )
}

function Judged({ quality, sn }: { quality: ForecastQuality; sn: SerialNumber }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const [kind, setKind] = useState<Kind>('pv')
  const { since, periods, recent } = quality
  if (since === null || periods.every(({ days }) => days === 0)) return <Instead>{t('nothing')}</Instead>
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
