import { type Day, dayAfter } from '@kellersonne/core/time/days'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { signedTicks } from '../../../ui/chart/axis/scale.ts'
import plot from '../parts/Plot.module.css'
import styles from './OutcomeChart.module.css'
import { OutcomeTable } from './OutcomeTable.tsx'
import { isWithin, type JudgedDay } from './words.ts'

const MOST_LINES = 3
const LEAST_WH = 100

/** Every day from the first to the last, with what is known of it. */
export function columnsOf(days: readonly JudgedDay[]): { day: Day; judged: JudgedDay | null }[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const columns: { day: Day; judged: JudgedDay | null }[] = []
  const last = days.at(-1)?.day
  for (let day = days[0]?.day as Day | undefined; day && last && day <= last; day = dayAfter(day))
    columns.push({ day, judged: byDay.get(day) ?? null })
  return columns
}

type Props = {
  /** At least one, the oldest first. */
  days: readonly JudgedDay[]
  kind: 'pv' | 'load'
}

/** What was expected of each day with its band, and what came: a bar, a line across it, and a disc or a diamond. */
export function OutcomeChart({ days, kind }: Props) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const highest = Math.max(...days.map(({ high, expected, outcome }) => Math.max(high ?? expected, outcome)))
  const ticks = signedTicks([0, highest], MOST_LINES, LEAST_WH)
  const top = ticks.at(-1) ?? 1
  const digits = top < 3000 ? 1 : 0
  const share = (energy: number) => `${((100 * energy) / top).toFixed(2)}%`
  const columns = columnsOf(days)
  const date = (day: string) => f.dayAndMonth(new Date(`${day}T12:00:00Z`), 'UTC')
  const [first, last] = [columns[0]?.day ?? '', columns.at(-1)?.day ?? '']
  const within = days.filter(isWithin).length
  return (
    <>
      <figure className={plot.figure} data-kind={kind}>
        <div className={plot.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: share(tick) }}>
              {f.number(tick / 1000, digits)}
            </span>
          ))}
        </div>
        <div
          className={`${plot.plot} ${styles.days}`}
          role="img"
          aria-label={t('chartLabel', {
            count: days.length,
            ...{ first: date(first), last: date(last), within: f.number(within, 0) },
          })}
        >
          {ticks.map((tick) => (
            <div key={tick} className={plot.line} style={{ bottom: share(tick) }} />
          ))}
          {columns.map(({ day, judged }) => (
            <div key={day} className={styles.day}>
              {judged && <Drawn judged={judged} share={share} />}
            </div>
          ))}
        </div>
        <figcaption className={plot.dates} aria-hidden="true">
          <span>{date(first)}</span>
          {last !== first && <span>{date(last)}</span>}
        </figcaption>
      </figure>
      <ul className={plot.legend}>
        <li>
          <span className={styles.bandSign} data-kind={kind} />
          {t('legend.band')}
        </li>
        <li>
          <span className={styles.expectedSign} />
          {t('legend.expected')}
        </li>
        <li>
          <span className={styles.outcomeSign} data-within />
          {t('legend.inside')}
        </li>
        <li>
          <span className={styles.outcomeSign} />
          {t('legend.outside')}
        </li>
      </ul>
      <OutcomeTable days={days} />
    </>
  )
}

function Drawn({ judged, share }: { judged: JudgedDay; share: (energy: number) => string }) {
  const { low, high, expected, outcome } = judged
  return (
    <>
      {low !== null && high !== null && (
        <div className={styles.band} style={{ bottom: share(low), height: share(high - low) }} />
      )}
      <div className={styles.expected} style={{ bottom: share(expected) }} />
      <div
        className={styles.outcome}
        data-within={isWithin(judged) || undefined}
        style={{ bottom: share(outcome) }}
      />
    </>
  )
}
