import type { ForecastQuality } from '@kellersonne/contract/energy/forecast-record'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Figures } from '../parts/Figures.tsx'
import styles from './Quality.module.css'
import { dayText, excludedText, figures, type JudgedDay, reissuedText, verdict, whyText } from './words.ts'

type Kind = 'pv' | 'load'
type Props = {
  period: ForecastQuality['periods'][number]
  kind: Kind
  sn: SerialNumber
}

/** How right forecasts were in one period. */
export function Period({ period, kind, sn }: Props) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const quality = period[kind]
  const { score } = quality
  const notes = [excludedText(quality, { t, f }), reissuedText(period, { t })].filter((one) => one !== null)
  return (
    <Card
      title={t('period', { days: period.length })}
      aside={score && <span className={styles.aside}>{t('counted', { count: score.days })}</span>}
    >
      <p className={styles.verdict}>{verdict(quality, { t })}</p>
      {score && (
        <Figures figures={figures(score, { t, f })}>
          {score.best && <DayRow name={t('best')} day={score.best} {...{ kind, sn }} />}
          {score.worst && <DayRow name={t('worst')} day={score.worst} {...{ kind, sn }} />}
        </Figures>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.excluded}>
          {note}
        </p>
      ))}
    </Card>
  )
}

const chartOf: Record<Kind, string> = { pv: 'm4,m9', load: 'load,m10' }

function DayRow({ name, day, kind, sn }: { name: string; day: JudgedDay; kind: Kind; sn: SerialNumber }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const date = f.date(new Date(`${day.day}T12:00:00Z`), 'UTC')
  const address = new URLSearchParams({ date: day.day, seriesSelected: chartOf[kind], sn })
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <TextLink to={`/charts?${address}`} aria-label={t('openDay', { date })}>
          {date}
        </TextLink>
        <span>
          {dayText(day, { t, f })}. {whyText(day, { t })}
        </span>
      </dd>
    </div>
  )
}
