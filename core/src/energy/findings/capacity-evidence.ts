import { QUARTER_MS } from '../../time/days.ts'
import { capacityRuns } from '../health/runs.ts'
import type { Evidence } from './evidence.ts'
import type { WatchedQuarters } from './quarters.ts'

const PERCENT = 100
const DAY_QUARTERS = 96
const REACH_DAYS = 21

/** Runs that are looked at: over so many percentage points each, and so many together to say enough. */
export type RunLengths = { readonly least: number; readonly together: number }

/** Long runs show a capacity well, short ones show a large change soon, also of a battery that is never half empty. */
export const LONG: RunLengths = { least: 30, together: 100 }
export const SHORT: RunLengths = { least: 12, together: 45 }

/** Returns what a battery can hold by its charges and discharges of such lengths (Wh). `roundTrip` in %. */
export function capacityEvidence(
  quarters: WatchedQuarters,
  roundTrip: number,
  { least, together }: RunLengths,
): Evidence {
  const { start, soc } = quarters
  const share = Math.sqrt(roundTrip / PERCENT)
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  for (const { at, energy, percent, isCharging } of capacityRuns(quarters, least)) {
    const i = Math.floor((at - start) / QUARTER_MS)
    if (quarters.excused[i] === 1) continue
    part[i] = PERCENT * (isCharging ? energy * share : energy / share)
    whole[i] = percent
  }
  return { start, part, whole, enough: together, reach: REACH_DAYS * DAY_QUARTERS }
}
