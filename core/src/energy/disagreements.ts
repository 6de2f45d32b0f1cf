import { RESOLUTION_WH } from '../telemetry/counters/steps.ts'
import { QUARTER_MS } from '../time/days.ts'
import { type WattHours, wattHours } from '../units/units.ts'
import type { Numbers } from './charts-fold.ts'

/** Fewer readings in a quarter are samples: with clouds and kettles, a day of them may miss by more than the tolerance. */
const FEWEST_READINGS = 10
/** The share of a day that must be comparable: sums of less of it would not stand for the day. */
const COVERAGE = 0.75
/** The share of the energy by which meters of one and the same flow may differ. */
const TOLERANCE = 0.05

const HOURS_A_QUARTER = QUARTER_MS / 3_600_000

/** Consecutive quarters of one flow; NaN = not known. */
export type MeteredFlow = {
  /** Number of readings with the power. */
  readonly readings: Numbers
  /** Their mean in W; below zero is outflow. */
  readonly power: Numbers
  /** Wh by the counter of what is above zero. */
  readonly inflow: Numbers
  /** Wh by the counter of what is below zero; null = nothing ever is. */
  readonly outflow: Numbers | null
}

/** One energy by two kinds of meter: inflow minus outflow, in the quarters that have both. */
export type Disagreement = { readonly counted: WattHours; readonly fromPowers: WattHours }

function median(values: Numbers): number {
  const sorted = values.toSorted()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Returns whether powers and counters of a quarter and of both its neighbours are complete. */
function comparable({ readings, power, inflow, outflow }: MeteredFlow) {
  const usual = median(readings.filter((count) => count > 0))
  const fewest = Math.max(FEWEST_READINGS, usual / 2)
  const isKnown = (i: number) =>
    (readings[i] ?? 0) >= fewest &&
    [power, inflow, outflow].every((column) => column === null || !Number.isNaN(column[i] ?? Number.NaN))
  // A neighbour without readings leaves open when the energy at the edge was counted.
  return (i: number) => isKnown(i - 1) && isKnown(i) && isKnown(i + 1)
}

/**
 * Compares what powers and counters say about a flow in the first `over` quarters of a day. Returns null if they agree or
 * cannot be compared. Means of quarters mix both directions, so only their difference is compared: with 5 % of all that
 * was counted. The coarsest counters count whole kWh, so each of them may miss one at the edges of each run of quarters.
 */
export function disagreementOf(flow: MeteredFlow, over: number): Disagreement | null {
  const { power, inflow, outflow } = flow
  const isComparable = comparable(flow)
  let [quarters, runs, counted, throughput, fromPowers] = [0, 0, 0, 0, 0]
  for (let i = 0; i < over; i += 1) {
    if (!isComparable(i)) continue
    quarters += 1
    if (!isComparable(i - 1)) runs += 1
    const [gained, lost] = [inflow[i] ?? 0, outflow?.[i] ?? 0]
    counted += gained - lost
    throughput += gained + lost
    fromPowers += (power[i] ?? 0) * HOURS_A_QUARTER
  }
  if (quarters < COVERAGE * over) return null
  const resolution = RESOLUTION_WH * runs * (outflow === null ? 1 : 2)
  const tolerance = Math.max(resolution, TOLERANCE * Math.max(throughput, Math.abs(fromPowers)))
  return Math.abs(counted - fromPowers) > tolerance
    ? { counted: wattHours(counted), fromPowers: wattHours(Math.round(fromPowers)) }
    : null
}
