import { type WattHours, wattHours } from '../../units/units.ts'
import { OWN_W } from '../forecast/charge.ts'
import type { DayForecast, Forecast } from '../forecast/forecast.ts'

/** So many whole days after today decide. */
const DAYS = 2
const OWN_A_DAY = wattHours(OWN_W * 24)

/** Rules whose bands hold their own record; the others are too uncertain to be reported unasked. */
export const isCalibrated = ({ method }: Pick<Forecast, 'method'>) => method === 'weather' || method === 'own'

export type Sunless = { readonly pv: WattHours; readonly load: WattHours }

/**
 * Returns what the sun yields at most and the house takes on the two days after today if even much sun does not cover the
 * house on either; null if it may, or nobody knows.
 */
export function sunlessDays(pv: Forecast, load: Forecast): Sunless | null {
  if (!isCalibrated(pv) || !isCalibrated(load)) return null
  const days = pv.days.slice(1, 1 + DAYS).map((day, i) => sumsOf(day, load.days[1 + i]))
  const known = days.filter((day) => day !== null)
  if (known.length < DAYS || known.some((day) => day.pv >= day.load + OWN_A_DAY)) return null
  const sum = (of: keyof Sunless) => wattHours(known.reduce((all, day) => all + day[of], 0))
  return { pv: sum('pv'), load: sum('load') }
}

const sumsOf = (pv: DayForecast, load: DayForecast | undefined): Sunless | null =>
  pv.sum && load?.sum && pv.day === load.day ? { pv: pv.sum.high, load: load.sum.expected } : null
