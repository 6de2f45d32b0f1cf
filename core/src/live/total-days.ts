import type { DayForecast, DaySum } from '../energy/forecast/forecast.ts'
import { QUARTER_MS } from '../time/days.ts'
import { type WattHours, type Watts, wattHours, watts } from '../units/units.ts'
import { sumDays } from './today.ts'

type Systems = readonly (readonly DayForecast[])[]
type Bound = 'low' | 'high'

/** By instant, the bounds of all systems whose quarter is known; null if one of them has none. */
function boundsOf(systems: Systems, bound: Bound): ReadonlyMap<number, Watts | null> {
  const found = new Map<number, Watts | null>()
  for (const { start, quarters, ...band } of systems.flat())
    quarters.forEach((power, i) => {
      if (power === null) return
      const at = start.getTime() + i * QUARTER_MS
      const [sum, own] = [found.get(at), band[bound][i] ?? null]
      found.set(at, sum === null || own === null ? null : watts((sum ?? 0) + own))
    })
  return found
}

/** The sum of a day over all systems; null if one of them does not know its own, or has other days. */
function sumOf(systems: Systems, start: Date): DaySum | null {
  const sums = systems.map((days) => days.find((day) => day.start.getTime() === start.getTime())?.sum)
  const known = sums.filter((sum) => sum != null)
  if (known.length < systems.length) return null
  const total = (of: (sum: DaySum) => WattHours) =>
    wattHours(known.reduce<number>((sum, one) => sum + of(one), 0))
  return {
    low: total((sum) => sum.low),
    expected: total((sum) => sum.expected),
    high: total((sum) => sum.high),
  }
}

/**
 * Adds up several systems' forecasts, on the days of the first. Bands are added as if all systems had much, or little, at
 * once: wider than those of independent ones. What is usual of all is not the sum of what is usual of each: null.
 */
export function totalDays(systems: Systems): DayForecast[] {
  const [low, high] = [boundsOf(systems, 'low'), boundsOf(systems, 'high')]
  return sumDays(systems).map(({ day, start, quarters }) => {
    const at = (bounds: typeof low) =>
      quarters.map((_, i) => bounds.get(start.getTime() + i * QUARTER_MS) ?? null)
    return {
      ...{ day, start, quarters, low: at(low), high: at(high) },
      usual: quarters.map(() => null),
      sum: sumOf(systems, start),
    }
  })
}
