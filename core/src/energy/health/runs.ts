import { QUARTER_MS } from '../../time/days.ts'
import type { BatteryQuarters } from './quarters.ts'

/** A stretch in which a battery only charged, or only discharged. */
export type CapacityRun = {
  /** Its middle, in ms. */
  readonly at: number
  readonly isCharging: boolean
  /** What went through the battery's terminals, Wh. */
  readonly energy: number
  /** By how much the state of charge changed, in percentage points > 0. */
  readonly percent: number
}

/** A state of charge is known to a percentage point or two. */
const LEAST_PERCENT = 30
/** Outside, batteries hold back or balance their cells, and the state of charge no longer follows the energy. */
const BOUNDS = [3, 97] as const
/** Energy against the direction of a run, as a share of that in it. */
const OPPOSITE = 0.02
/** A quarter with less is idle, Wh. */
const IDLE_WH = 5

/** Returns a quarter's direction: 1 charging, −1 discharging, 0 neither, or both, or not known. */
function directionOf({ soc, charge, discharge }: BatteryQuarters, i: number): number {
  const [percent, inwards, outwards] = [
    soc[i] ?? Number.NaN,
    charge[i] ?? Number.NaN,
    discharge[i] ?? Number.NaN,
  ]
  if (!(percent >= BOUNDS[0] && percent <= BOUNDS[1])) return 0
  if (inwards >= IDLE_WH && outwards <= OPPOSITE * inwards) return 1
  if (outwards >= IDLE_WH && inwards <= OPPOSITE * outwards) return -1
  return 0
}

/**
 * Returns the runs from which a battery's capacity can be estimated. A quarter's mean state of charge is taken as that of its
 * middle, so that a run reaches from the middle of one quarter to that of another. The outermost quarters of a run are
 * left out: in these it may have begun or ended. Runs over less than `leastPercent` say too little.
 */
export function capacityRuns(quarters: BatteryQuarters, leastPercent = LEAST_PERCENT): CapacityRun[] {
  const runs: CapacityRun[] = []
  const count = quarters.soc.length
  let first = 0
  while (first < count) {
    const direction = directionOf(quarters, first)
    let end = first + 1
    if (direction !== 0) {
      while (end < count && directionOf(quarters, end) === direction && isOnward(quarters, end, direction))
        end += 1
      const run = runWithin(quarters, first + 1, end - 2, direction)
      if (run && run.percent >= leastPercent) runs.push(run)
    }
    first = end
  }
  return runs
}

/** Whether the state of charge moves with the energy, give or take a percentage point. */
const isOnward = ({ soc }: BatteryQuarters, i: number, direction: number) =>
  direction * ((soc[i] ?? 0) - (soc[i - 1] ?? 0)) > -1

function runWithin(
  { start, soc, charge, discharge }: BatteryQuarters,
  from: number,
  to: number,
  direction: number,
): CapacityRun | null {
  if (to <= from) return null
  const percent = direction * ((soc[to] ?? 0) - (soc[from] ?? 0))
  let energy = 0
  for (let i = from; i <= to; i += 1) {
    const net = direction * ((charge[i] ?? 0) - (discharge[i] ?? 0))
    energy += i === from || i === to ? net / 2 : net
  }
  return { at: start + ((from + to + 1) / 2) * QUARTER_MS, isCharging: direction > 0, energy, percent }
}
