import { type CounterName, counterNames } from '../../telemetry/readings.ts'
import { QUARTER_MS } from '../../time/days.ts'

/** Energy in Wh, at least 0, that flowed between two instants (ms). */
export type Flow = { readonly from: number; readonly until: number; readonly energy: number }
/** A power in W at an instant (ms). */
export type PowerAt = { readonly at: number; readonly power: number }
/** A lifetime counter's value in Wh at an instant (ms). */
export type CountAt = { readonly at: number; readonly count: number }
/** Whole Wh by the start (ms) of the quarter of an hour, in order of time. */
export type QuarterEnergies = ReadonlyMap<number, number>
export type ImportedEnergies = ReadonlyMap<CounterName, QuarterEnergies>

/** Between powers further apart than this, the energy is unknown. */
export const MOST_BETWEEN_POWERS_MS = QUARTER_MS
/** Energy over a longer time is not divided into quarters (decision 0085). */
export const LONGEST_FLOW_MS = 2 * 3_600_000
/** A quarter counts if no more than this of it is unknown: other portals' clocks are not exact to the second. */
const UNKNOWN_MS = 60_000

const WH_PER_WMS = 1 / 3_600_000

/**
 * Integrates powers over time by the trapezoidal rule. Positive and negative power are separate flows, also where the
 * sign changes between two values. `powers` are in order of time.
 */
export function flowsOf(powers: readonly PowerAt[]): {
  readonly positive: Flow[]
  readonly negative: Flow[]
} {
  const positive: Flow[] = []
  const negative: Flow[] = []
  powers.forEach(({ at: until, power: after }, i) => {
    const { at: from, power: before } = powers[i - 1] ?? { at: until, power: after }
    const time = until - from
    if (time <= 0 || time > MOST_BETWEEN_POWERS_MS) return
    const part = (a: number, b: number) => positivePart(a, b) * time * WH_PER_WMS
    positive.push({ from, until, energy: part(before, after) })
    negative.push({ from, until, energy: part(-before, -after) })
  })
  return { positive, negative }
}

/** Returns the mean of the positive part of a straight line from `a` to `b`. */
function positivePart(a: number, b: number): number {
  if (a >= 0 && b >= 0) return (a + b) / 2
  if (a <= 0 && b <= 0) return 0
  const peak = Math.max(a, b)
  return (peak * peak) / (2 * Math.abs(b - a))
}

/** Returns a counter's energies between its values. After a fall it starts again. `counts` are in order of time. */
export const flowsBetween = (counts: readonly CountAt[]): Flow[] =>
  counts.flatMap(({ at: until, count: after }, i) => {
    const before = counts[i - 1]
    if (!before || after < before.count || until <= before.at) return []
    return [{ from: before.at, until, energy: after - before.count }]
  })

/**
 * Divides flows evenly over the quarters that they touch; of two flows at one time, the first counts. Quarters of which
 * more than a minute is unknown are left out. Sums are kept: what rounding takes from one quarter, the next one gets.
 */
export function quartersOf(flows: readonly Flow[]): QuarterEnergies {
  const energies = new Map<number, number>()
  const known = new Map<number, number>()
  let end = Number.NEGATIVE_INFINITY
  for (const { from, until, energy } of flows.toSorted((a, b) => a.from - b.from)) {
    if (from < end || until <= from || until - from > LONGEST_FLOW_MS) continue
    end = until
    for (let quarter = startOf(from); quarter < until; quarter += QUARTER_MS) {
      const share = Math.min(until, quarter + QUARTER_MS) - Math.max(from, quarter)
      energies.set(quarter, (energies.get(quarter) ?? 0) + (energy * share) / (until - from))
      known.set(quarter, (known.get(quarter) ?? 0) + share)
    }
  }
  const rounded = new Map<number, number>()
  let rest = 0
  for (const [quarter, energy] of energies) {
    if (QUARTER_MS - (known.get(quarter) ?? 0) > UNKNOWN_MS) continue
    const whole = Math.max(0, Math.round(energy + rest))
    rest += energy - whole
    rounded.set(quarter, whole)
  }
  return rounded
}

const startOf = (ms: number) => Math.floor(ms / QUARTER_MS) * QUARTER_MS

/** Returns the energies without the quarters that `isLeftOut`. */
export const withoutQuarters = (
  energies: ImportedEnergies,
  isLeftOut: (counter: CounterName, quarter: number) => boolean,
): ImportedEnergies =>
  new Map(
    [...energies].map(([counter, quarters]) => [
      counter,
      new Map([...quarters].filter(([quarter]) => !isLeftOut(counter, quarter))),
    ]),
  )

/** Returns the sum of each counter in Wh; null if it has no quarter. */
export const sumsOf = (energies: ImportedEnergies): Readonly<Record<CounterName, number | null>> => {
  const sums: Record<CounterName, number | null> = {
    ...{ pv: null, import: null, feedIn: null, charge: null, discharge: null },
  }
  for (const counter of counterNames)
    for (const energy of energies.get(counter)?.values() ?? []) sums[counter] = (sums[counter] ?? 0) + energy
  return sums
}
