import { chartDay } from '@kellersonne/contract/energy/charts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { levelTicks } from '../../../ui/chart/axis/scale.ts'
import { DataTable } from '../parts/DataTable.tsx'
import plot from '../parts/Plot.module.css'
import styles from './CapacityChart.module.css'
import { type Estimate, energyText } from './words.ts'

const GAPS = 3
/** The least height of the picture, Wh: smaller differences are noise. */
const LEAST_WH = 1000

type Props = {
  /** At least one, the oldest first. */
  months: Estimate['months']
  /** The stated capacity, Wh; null if there is none to compare with. */
  stated: number | null
}

const indexOf = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7))

/** The capacity of each month as a dot; the stated one and what is warranted as lines. */
export function CapacityChart({ months, stated }: Props) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const energies = months.map(({ capacity }) => capacity)
  const warranted = months.flatMap(({ month, warranted: least }) =>
    least === null ? [] : [{ month, least }],
  )
  const all = [...energies, ...(stated === null ? [] : [stated]), ...warranted.map(({ least }) => least)]
  const ticks = levelTicks([Math.min(...all), Math.max(...all)], GAPS, LEAST_WH)
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const above = (energy: number) => (100 * (energy - bottom)) / (top - bottom)
  const height = (energy: number) => `${above(energy).toFixed(2)}%`
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  const span = indexOf(last) - indexOf(first) + 1
  const along = (month: string) => (100 * (indexOf(month) - indexOf(first) + 0.5)) / span
  const place = (month: string) => `${along(month).toFixed(2)}%`
  const line = warranted.map(({ month, least }) => ({ x: along(month), y: 100 - above(least) }))
  const [start, end] = [line[0], line.at(-1)]
  // To both edges, so that a single month has a line, too.
  const points = start && end ? [{ ...start, x: 0 }, ...line, { ...end, x: 100 }] : []
  const name = (month: string) => f.month(chartDay.parse(`${month}-01`), 'short', 'numeric')
  const label = t('chartLabel', {
    ...{ first: name(first), last: name(last) },
    ...{ low: energyText(Math.min(...energies), f), high: energyText(Math.max(...energies), f) },
  })
  return (
    <>
      <figure className={plot.figure}>
        <div className={plot.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: height(tick) }}>
              {f.number(tick / 1000, 1)}
            </span>
          ))}
        </div>
        <div className={plot.plot} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <div key={tick} className={plot.line} style={{ bottom: height(tick) }} />
          ))}
          {stated !== null && <div className={styles.stated} style={{ bottom: height(stated) }} />}
          {points.length > 0 && (
            <svg
              className={styles.warranted}
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <polyline points={points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')} />
            </svg>
          )}
          {months.map(({ month, capacity }) => (
            <div
              key={month}
              className={styles.month}
              style={{ left: place(month), bottom: height(capacity) }}
            />
          ))}
        </div>
        <figcaption className={plot.dates} aria-hidden="true">
          <span>{name(first)}</span>
          {last !== first && <span>{name(last)}</span>}
        </figcaption>
      </figure>
      <ul className={plot.legend}>
        <li>
          <span className={styles.monthSign} />
          {t('legend.month')}
        </li>
        {stated !== null && (
          <li>
            <span className={styles.statedSign} />
            {t('legend.stated')}
          </li>
        )}
        {points.length > 0 && (
          <li>
            <span className={styles.warrantedSign} />
            {t('legend.warranted')}
          </li>
        )}
      </ul>
      <DataTable
        summary={t('table')}
        caption={t('capacityTitle')}
        columns={[t('month'), t('capacity'), ...(points.length > 0 ? [t('warranted')] : []), t('runs')]}
        rows={months
          .toReversed()
          .map(({ month, capacity, warranted: least, runs }) => [
            name(month),
            energyText(capacity, f),
            ...(points.length > 0 ? [least === null ? '–' : energyText(least, f)] : []),
            f.number(runs, 0),
          ])}
      />
    </>
  )
}
