import { quantileOf } from '../forecast/quantiles.ts'
import type { Evidence } from './evidence.ts'
import type { WatchedQuarters } from './quarters.ts'

const PERCENT = 100
const DAY_QUARTERS = 96
const HOURS = 0.25
/** Full charges that a round trip is about, and how far back they may lie. */
const CYCLES = 2
const TRIP_DAYS = 14
/** A battery rests below this share of its own highest power, which leaves out meters' errors. */
const RESTS = 0.04
const HIGHEST = 0.95
/** Rests of fewer quarters say nothing: a state of charge is known to a percentage point. */
const SHORTEST_REST = 12
const REST_HOURS = 10
const REST_DAYS = 14
/** Outside, a state of charge no longer follows the energy. */
const BOUNDS = [4, 96] as const

/** What the battery gained, in Wh, from the middle of the quarter before to the middle of this one. */
const gainAt = ({ soc }: WatchedQuarters, i: number, capacity: number) =>
  (((soc[i] ?? Number.NaN) - (soc[i - 1] ?? Number.NaN)) / PERCENT) * capacity
const meanAt = (column: Float64Array, i: number) =>
  ((column[i - 1] ?? Number.NaN) + (column[i] ?? Number.NaN)) / 2

/** Returns what came out, with what the battery holds more, of what went in (%). `capacity` in Wh. */
export function roundTripEvidence(quarters: WatchedQuarters, capacity: number): Evidence {
  const { start, soc, charge, discharge, excused } = quarters
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  for (let i = 1; i < soc.length; i += 1) {
    const inwards = meanAt(charge, i)
    const outwards = meanAt(discharge, i)
    const gain = gainAt(quarters, i, capacity)
    if (excused[i] === 1 || Number.isNaN(inwards + outwards + gain)) continue
    whole[i] = inwards
    part[i] = PERCENT * (outwards + gain)
  }
  return { start, part, whole, enough: CYCLES * capacity, reach: TRIP_DAYS * DAY_QUARTERS }
}

/** Returns what a battery lost while it rested, by state of charge and counters alike (W). `capacity` in Wh. */
export function restEvidence(quarters: WatchedQuarters, capacity: number): Evidence {
  const { start, soc, charge, discharge, excused } = quarters
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  const [inwards, outwards] = [charge, discharge].map((column) => column.filter((energy) => energy > 0))
  const highest = (column = new Float64Array()) => quantileOf(column, HIGHEST) || 0
  const most = RESTS * Math.max(highest(inwards), highest(outwards))
  const rests = (i: number) => {
    const level = soc[i] ?? Number.NaN
    return (
      excused[i] !== 1 &&
      level >= BOUNDS[0] &&
      level <= BOUNDS[1] &&
      (charge[i] ?? Number.NaN) + (discharge[i] ?? Number.NaN) <= most
    )
  }
  for (let first = 0; first < soc.length; ) {
    let end = first
    while (end < soc.length && rests(end)) end += 1
    if (end - first >= SHORTEST_REST) {
      // In its outermost quarters, it may have worked at another power before or after.
      const lost = lossIn(quarters, first + 1, end - 1, capacity) / (end - first - 3)
      for (let i = first + 2; i < end - 1; i += 1) {
        whole[i] = HOURS
        part[i] = lost
      }
    }
    first = end + 1
  }
  return { start, part, whole, enough: REST_HOURS, reach: REST_DAYS * DAY_QUARTERS }
}

function lossIn(quarters: WatchedQuarters, from: number, until: number, capacity: number): number {
  let lost = 0
  for (let i = from + 1; i < until; i += 1)
    lost += meanAt(quarters.charge, i) - meanAt(quarters.discharge, i) - gainAt(quarters, i, capacity)
  return lost
}
