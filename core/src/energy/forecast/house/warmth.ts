import { type Day, dayAfter, startOfDay } from '../../../time/days.ts'
import { lineThrough } from '../regression.ts'
import type { Weather } from '../weather.ts'
import type { HousePast } from './house-past.ts'

/** °C; above it nobody heats. */
const HEATING_LIMIT = 15
const DAYS = 90
const FEWEST = 25
const LEAST_CORRELATION = 0.5
const SCALES = [0.3, 3] as const
const DAY_MS = 86_400_000

/** Degrees below the heating limit, mean of a day; null where not known. */
function degreesOf({ start, stepMs, temperature }: Weather, from: Date): number | null {
  const first = Math.ceil((from.getTime() - start.getTime()) / stepMs)
  const values = temperature
    .slice(Math.max(0, first), Math.max(0, first + DAY_MS / stepMs))
    .filter((one) => one !== null)
  if (values.length < DAY_MS / stepMs / 2 || values.some((one) => !(Math.abs(one) < 70))) return null
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  return Math.max(0, HEATING_LIMIT - mean)
}

/**
 * Returns by what a past day's load is multiplied for a target's temperature, if load follows the degrees below 15 °C:
 * load = base + slope × degrees by least squares over 90 days, as for heat pumps. null if it does not.
 */
export function warmthOf(
  past: HousePast,
  at: number,
  target: Day,
  weather: Weather | null,
): ((day: number) => number) | null {
  if (!weather) return null
  const degrees = (day: Day) => degreesOf(weather, startOfDay(day, past.timeZone))
  const then = degrees(target)
  if (then === null) return null
  const known = Array.from({ length: Math.min(at, DAYS) }, (_, i) => at - 1 - i).flatMap((day) => {
    const [mean, cold] = [past.means[day] ?? Number.NaN, degrees(past.days[day] ?? dayAfter(target, -1))]
    return Number.isNaN(mean) || cold === null ? [] : [[cold, mean] as const]
  })
  if (known.length < FEWEST) return null
  const { slope, base, correlation } = lineThrough(known)
  if (!(correlation > LEAST_CORRELATION) || base <= 0) return null
  const byDay = new Map<number, number>()
  return (day) => {
    const before = byDay.get(day)
    if (before !== undefined) return before
    const cold = degrees(past.days[day] ?? target)
    const scale = cold === null ? 1 : (base + slope * then) / (base + slope * cold)
    byDay.set(day, Math.min(SCALES[1], Math.max(SCALES[0], scale)))
    return byDay.get(day) ?? 1
  }
}
