import { OWN_W } from '@kellersonne/core/energy/forecast/charge'
import type { Day } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { signedTicks } from '../../../ui/chart/axis/scale.ts'
import type { Runway } from '../api/quality.ts'
import plot from '../parts/Plot.module.css'
import { RunwayDates } from './RunwayDates.tsx'
import styles from './RunwayPicture.module.css'

/** What the unit itself takes in a day. */
const OWN_WH = 24 * OWN_W
const WIDTH = 1000
const HEIGHT = 100
const MOST_LINES = 3
const LEAST_WH = 100
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** The sun of the coming days with its band against what house and unit need. */
export function RunwayPicture({ runway, sentence }: { runway: Runway; sentence: string }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const { days, earliest, expected, latest } = runway
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const highest = Math.max(...days.map(({ pv, load }) => Math.max(pv.high, load + OWN_WH)))
  const ticks = signedTicks([0, highest], MOST_LINES, LEAST_WH)
  const top = ticks.at(-1) ?? 1
  const digits = top < 3000 ? 1 : 0
  const width = WIDTH / days.length
  const y = (energy: number) => (HEIGHT * (1 - energy / top)).toFixed(2)
  const x = (day: number) => ((day + 0.5) * width).toFixed(1)
  const line = (of: (day: Runway['days'][number]) => number) =>
    days.map((day, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(of(day))}`).join('')
  const back = days
    .map((day, i) => `L${x(i)} ${y(day.pv.low)}`)
    .toReversed()
    .join('')
  const at = (day: string | null) => (day === null ? null : days.findIndex((one) => one.day === day) * width)
  const [from, most, until] = [at(earliest), at(expected), at(latest)]
  const date = (day: string) => f.dayAndMonth(noon(day), 'UTC')
  const need = f.text(f.energy(wattHours(first.load + OWN_WH)))
  return (
    <figure className={`${plot.figure} ${styles.picture}`}>
      <div className={plot.scale} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(100 * tick) / top}%` }}>
            {f.number(tick / 1000, digits)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('runway.label', { first: date(first.day), last: date(last.day), need, sentence })}
      >
        {from !== null && (
          <rect className={styles.when} x={from} y={0} width={(until ?? WIDTH) - from} height={HEIGHT} />
        )}
        {ticks.map((tick) => (
          <path key={tick} className={styles.line} d={`M0 ${y(tick)}H${WIDTH}`} />
        ))}
        <path className={styles.band} d={`${line(({ pv }) => pv.high)}${back}Z`} />
        <path className={styles.sun} d={line(({ pv }) => pv.expected)} />
        <path className={styles.need} d={line(({ load }) => load + OWN_WH)} />
        {most !== null && <path className={styles.expected} d={`M${most} 0V${HEIGHT}`} />}
      </svg>
      <figcaption>
        <RunwayDates days={days.map(({ day }) => day as Day)} />
        <ul className={plot.legend}>
          <li>
            <svg width="26" height="12" aria-hidden="true">
              <path className={styles.sun} d="M0 6H26" />
            </svg>
            {t('runway.sun')}
          </li>
          <li>
            <svg width="26" height="12" aria-hidden="true">
              <path className={styles.band} d="M0 0H26V12H0Z" />
            </svg>
            {t('runway.band')}
          </li>
          <li>
            <svg width="26" height="12" aria-hidden="true">
              <path className={styles.need} d="M0 6H26" />
            </svg>
            {t('runway.need')}
          </li>
          {from !== null && (
            <li>
              <svg width="26" height="12" aria-hidden="true">
                <rect className={styles.when} width="26" height="12" />
                {most !== null && <path className={styles.expected} d="M13 0V12" />}
              </svg>
              {t(most === null ? 'runway.earliest' : 'runway.when')}
            </li>
          )}
        </ul>
      </figcaption>
    </figure>
  )
}
