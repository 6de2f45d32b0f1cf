import { QUARTER_MS } from '../../time/days.ts'
import { capacityRuns } from '../health/runs.ts'
import type { Evidence } from './evidence.ts'
import type { WatchedQuarters } from './quarters.ts'

const PERCENT = 100
const DAY_QUARTERS = 96
/** Percentage points of long charges and discharges that say enough, and how far back they may lie. */
const POINTS = 100
const REACH_DAYS = 21

/** Returns what a battery can hold by its long charges and discharges (Wh). `roundTrip` in %. */
export function capacityEvidence(quarters: WatchedQuarters, roundTrip: number): Evidence {
  const { start, soc } = quarters
  const share = Math.sqrt(roundTrip / PERCENT)
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  for (const { at, energy, percent, isCharging } of capacityRuns(quarters)) {
    const i = Math.floor((at - start) / QUARTER_MS)
    if (quarters.excused[i] === 1) continue
    part[i] = PERCENT * (isCharging ? energy * share : energy / share)
    whole[i] = percent
  }
  return { start, part, whole, enough: POINTS, reach: REACH_DAYS * DAY_QUARTERS }
}
