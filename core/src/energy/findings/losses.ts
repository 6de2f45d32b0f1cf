import { quantileOf } from '../forecast/quantiles.ts'
import type { Evidence } from './evidence.ts'
import { positive, type WatchedQuarters } from './quarters.ts'

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

/** By quarter, Wh: what went in since the quarter before, and what came out with what the battery holds more; NaN = not known, or excused. */
type Steps = { readonly inwards: Float64Array; readonly out: Float64Array }

/** `capacity` in Wh. */
export function stepsOf(quarters: WatchedQuarters, capacity: number): Steps {
  const { soc, charge, discharge, excused } = quarters
  const inwards = new Float64Array(soc.length).fill(Number.NaN)
  const out = new Float64Array(soc.length).fill(Number.NaN)
  for (let i = 1; i < soc.length; i += 1) {
    const [put, taken] = [meanAt(charge, i), meanAt(discharge, i) + gainAt(quarters, i, capacity)]
    if (excused[i] === 1 || Number.isNaN(put + taken)) continue
    inwards[i] = put
    out[i] = taken
  }
  return { inwards, out }
}

/** Returns what came out, with what the battery holds more, of what went in (%). `capacity` in Wh. */
export function roundTripEvidence({ start }: WatchedQuarters, steps: Steps, capacity: number): Evidence {
  const part = steps.out.map((out) => PERCENT * (out || 0))
  const whole = steps.inwards.map((inwards) => inwards || 0)
  return { start, part, whole, enough: CYCLES * capacity, reach: TRIP_DAYS * DAY_QUARTERS }
}

/** At these levels a battery knows its charge best: it is at a limit of its voltage. */
const [EMPTY, FULL, AT_END] = [0, 100, 0.5]
/** Points that it must have been away from an end, and quarters at most: what it uses by itself would show more than its losses. */
const DEPTH = 15
const LONGEST = 36 * 4
/** Of the energy between two ends, so much of the capacity says enough. */
const BETWEEN_ENDS = 0.5

/**
 * Returns the same from full to full, or from empty to empty, where states of charge err least: what a battery's own count of
 * its charge has drifted is put right there, so that less energy has to pass to show its losses.
 */
export function endToEndEvidence({ start, soc }: WatchedQuarters, steps: Steps, capacity: number): Evidence {
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  for (const end of [EMPTY, FULL]) {
    let [from, depth, out, inwards] = [Number.NaN, 0, 0, 0]
    for (let i = 1; i < soc.length; i += 1) {
      const put = steps.inwards[i] ?? Number.NaN
      if (Number.isNaN(put)) from = Number.NaN
      out += steps.out[i] || 0
      inwards += put || 0
      const away = Math.abs((soc[i] ?? Number.NaN) - end)
      depth = Math.max(depth, away)
      if (!(away <= AT_END)) continue
      if (depth >= DEPTH && i - from <= LONGEST) {
        part[i] = (part[i] ?? 0) + PERCENT * out
        whole[i] = (whole[i] ?? 0) + inwards
      }
      ;[from, depth, out, inwards] = [i, 0, 0, 0]
    }
  }
  return { start, part, whole, enough: BETWEEN_ENDS * capacity, reach: TRIP_DAYS * DAY_QUARTERS }
}

/** Returns what a battery lost while it rested, by state of charge and counters alike (W). `capacity` in Wh. */
export function restEvidence(quarters: WatchedQuarters, capacity: number): Evidence {
  const { start, soc, charge, discharge, excused } = quarters
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  const highest = (column: Float64Array) => quantileOf(positive(column), HIGHEST) || 0
  const most = RESTS * Math.max(highest(charge), highest(discharge))
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
