import type { Flows } from './curtailed.ts'

/** Quarters looked at: the last 60 days. */
const QUARTERS = 60 * 96
/** Two states of charge are the same if they differ by less, in %. */
const SAME_PERCENT = 1.5
/** With less energy than this, Wh, what the ends differ by blurs the result. */
const FEWEST_WH = 30_000
/** Anything else is a meter that lies. */
const PLAUSIBLE = [0.75, 0.99] as const
const HOURS = 0.25

/**
 * Returns the share of energy that survives each way in a battery: √(discharged / charged) between the two instants,
 * furthest apart in the last 60 days, at which it held the same. null if too little went through, or if the result cannot
 * be.
 */
export function ownEfficiency({ battery, soc }: Flows): number | null {
  const first = Math.max(0, soc.length - QUARTERS)
  const from = soc.findIndex((value, i) => i >= first && !Number.isNaN(value))
  const until = soc.findLastIndex((value) => Math.abs(value - (soc[from] ?? Number.NaN)) < SAME_PERCENT)
  if (from < 0 || until <= from) return null
  let [charged, discharged] = [0, 0]
  for (let i = from + 1; i <= until; i += 1) {
    const power = battery[i] ?? Number.NaN
    if (power < 0) charged -= power * HOURS
    else if (power > 0) discharged += power * HOURS
  }
  if (charged < FEWEST_WH) return null
  const efficiency = Math.sqrt(discharged / charged)
  return efficiency >= PLAUSIBLE[0] && efficiency <= PLAUSIBLE[1] ? efficiency : null
}
