import type { WireFinding } from '@kellersonne/contract/energy/findings'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { signedTicks } from '../../../ui/chart/axis/scale.ts'
import { DataTable } from '../parts/DataTable.tsx'
import plot from '../parts/Plot.module.css'
import styles from './FindingChart.module.css'
import { scaled, valueText } from './findingWords.ts'

const LINES = 3

/** What was measured each day as dots, what is usual as a line, and the limit as another. */
export function FindingChart({ finding, timeZone }: { finding: WireFinding; timeZone: string }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const { name, points, usual, limit, value } = finding
  const values = [...points.map((point) => point.value), usual, limit].map((one) => scaled(name, one))
  const ticks = signedTicks([Math.min(0, ...values), Math.max(...values)], LINES, 1)
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const height = (one: number) => `${((100 * (scaled(name, one) - bottom)) / (top - bottom)).toFixed(2)}%`
  const date = (at: string) => f.dayAndMonth(new Date(at), timeZone)
  const [first = '', last = ''] = [points[0]?.at, points.at(-1)?.at]
  const [start, end] = [Date.parse(first), Date.parse(last)]
  const place = (at: string) => `${((100 * (Date.parse(at) - start)) / Math.max(1, end - start)).toFixed(2)}%`
  const text = (one: number) => valueText(name, one, { t, f })
  const what = t(`findings.measure.${name}`)
  return (
    <>
      <figure className={plot.figure}>
        <div className={plot.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${((100 * (tick - bottom)) / (top - bottom)).toFixed(2)}%` }}>
              {f.number(tick, top < 10 ? 1 : 0)}
            </span>
          ))}
        </div>
        <div
          className={plot.plot}
          role="img"
          aria-label={t('findings.chartLabel', {
            ...{ what, first: date(first), last: date(last), value: text(value), usual: text(usual) },
          })}
        >
          {ticks.map((tick) => (
            <div
              key={tick}
              className={plot.line}
              style={{ bottom: `${((100 * (tick - bottom)) / (top - bottom)).toFixed(2)}%` }}
            />
          ))}
          <div className={styles.usual} style={{ bottom: height(usual) }} />
          <div className={styles.limit} style={{ bottom: height(limit) }} />
          {points.map((point) => (
            <div
              key={point.at}
              className={styles.value}
              style={{ left: place(point.at), bottom: height(point.value) }}
            />
          ))}
        </div>
        <figcaption className={plot.dates} aria-hidden="true">
          <span>{date(first)}</span>
          <span>{date(last)}</span>
        </figcaption>
      </figure>
      <ul className={plot.legend}>
        {(['value', 'usual', 'limit'] as const).map((sign) => (
          <li key={sign}>
            <span className={styles[`${sign}Sign`]} />
            {t(`findings.legend.${sign}`)}
          </li>
        ))}
      </ul>
      <DataTable
        summary={t('table')}
        caption={what}
        columns={[t('findings.day'), what]}
        rows={points.toReversed().map((point) => [date(point.at), text(point.value)])}
      />
    </>
  )
}
