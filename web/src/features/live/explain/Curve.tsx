import type { Expectation } from '@kellersonne/contract/energy/forecast'
import { percent } from '@kellersonne/core/units/units'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './Outlook.module.css'

const WIDTH = 432
const HEIGHT = 72
/** Percent of the scale. */
const STEP = 25

type Props = {
  outlook: NonNullable<Expectation['outlook']>
  /** Its band; null if it is not known. */
  charge: Expectation['charge']
  moment: (at: Date) => string
}

/** The expected state of charge over the forecast hours. */
export function Curve({ outlook: { steps }, charge, moment }: Props) {
  const { t } = useTranslation('explain')
  const f = useFormats()
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return null
  const begin = first.from.getTime()
  const x = (at: Date) => (WIDTH * (at.getTime() - begin)) / (last.until.getTime() - begin)
  const band = charge?.steps.filter(({ until }) => until <= last.until) ?? []
  const highest = Math.max(first.soc[0], ...steps.map(({ soc }) => soc[1]), ...band.map(({ high }) => high))
  const top = percent(Math.max(STEP, Math.ceil(highest / STEP) * STEP))
  const y = (soc: number) => HEIGHT - (HEIGHT * soc) / top
  const at = (when: Date, soc: number) => `${x(when).toFixed(1)} ${y(soc).toFixed(1)}`
  const line = `M${at(first.from, first.soc[0])}${steps.map(({ until, soc }) => `L${at(until, soc[1])}`).join('')}`
  const upper = band.map(({ until, high }) => `L${at(until, high)}`).join('')
  const lower = band
    .map(({ until, low }) => `L${at(until, low)}`)
    .toReversed()
    .join('')
  const lowest = steps.reduce((least, step) => (step.soc[1] < least.soc[1] ? step : least), first)
  const label = t('outlook.curve', {
    first: moment(first.from),
    last: moment(last.until),
    lowest: f.text(f.percent(lowest.soc[1])),
    time: moment(lowest.until),
  })
  return (
    <figure className={styles.curve}>
      <span className={styles.top} aria-hidden="true">
        {f.text(f.percent(top))}
      </span>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} role="img" aria-label={label} preserveAspectRatio="none">
        {band.length > 0 ? (
          <path className={styles.area} d={`M${at(first.from, first.soc[0])}${upper}${lower}Z`} />
        ) : (
          <path className={styles.area} d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
        )}
        <path className={styles.scale} d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.line} d={line} />
      </svg>
      <figcaption aria-hidden="true">
        <span>{moment(first.from)}</span>
        <span>{moment(last.until)}</span>
      </figcaption>
    </figure>
  )
}
