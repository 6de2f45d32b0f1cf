import type { CounterPoints } from '@kellersonne/core/telemetry/counters/series'
import { JITTER_WH, stepOf } from '@kellersonne/core/telemetry/counters/steps'
import * as z from 'zod/mini'
import type { CountedQuarters } from '../sealing/day.ts'

/** [time before in ms, value before, time after in ms, value after] */
type Pair = readonly [number, number, number, number]
/** The breaks of one quarter by counter column, as `recountQuarters` stores them. */
type QuarterBreaks = Readonly<Record<string, readonly Pair[]>>
/** The breaks of quarters, by their start in seconds since 1970. */
export type BreaksByQuarter = Readonly<Record<string, QuarterBreaks>> | null

/**
 * Looks no deeper than the first level: `recountQuarters` alone writes them, and checking the hundreds of thousands that a
 * faulty unit can make in a year takes many times as long as reading them.
 */
export const breaksByQuarter = z.custom<BreaksByQuarter>((value) => typeof value === 'object')

/** Numbers of one break. */
const SIZE = 4
const FEWEST = 1024
const NONE: ArrayLike<number> = []

/**
 * Opens the breaks of a counter in `count` consecutive quarters, as plain numbers outside of the heap: a faulty unit makes hundreds of
 * thousands in a year.
 */
export function openBreaks(count: number) {
  let numbers = new Float64Array(0)
  /** Where each quarter's numbers begin and end. */
  let places: Uint32Array | undefined
  let used = 0

  return {
    put(quarter: number, breaks: readonly Pair[]): void {
      if (quarter < 0 || quarter >= count) return
      const end = used + SIZE * breaks.length
      if (end > numbers.length) {
        const longer = new Float64Array(Math.max(FEWEST, 2 * end))
        longer.set(numbers)
        numbers = longer
      }
      places ??= new Uint32Array(2 * count)
      places.set([used, end], 2 * quarter)
      for (const [i, one] of breaks.entries()) numbers.set(one, used + SIZE * i)
      used = end
    },
    /** Returns the breaks of a quarter as times and values in turn; null if none are recorded. */
    of(quarter: number): ArrayLike<number> | null {
      const [begin, end] = [places?.[2 * quarter] ?? 0, places?.[2 * quarter + 1] ?? 0]
      return begin === end ? null : numbers.subarray(begin, end)
    },
    /** Returns how many points they are. */
    points: () => used / 2,
  }
}
export type CounterBreaks = ReturnType<typeof openBreaks>

/** Before 0025 nobody recorded where in a quarter a counter fell: it is taken to have counted everything before. */
function unrecordedFall({ first, inner, last, at }: CountedQuarters, i: number): ArrayLike<number> {
  const before = first[i] ?? 0
  const after = last[i] ?? 0
  if (after >= before) return NONE
  const [energy, from, until] = [inner[i] ?? 0, at.first[i] ?? 0, at.last[i] ?? 0]
  const fell = after < before - JITTER_WH && energy > 0 && until - from > 1
  return fell && stepOf(0, energy, until - from) === 'energy'
    ? [until - 1, before + energy, until, after]
    : NONE
}

type Context = {
  readonly base: number
  readonly first: number
  readonly end: number
  /** By the counter's column. */
  readonly breaks: ReadonlyMap<string, CounterBreaks>
}

/** Lists all values of a counter that matter for its energies: of consecutive quarters since `base` (ms), in `first` ≤ i < `end`. */
export function pointsOf(
  column: string,
  quarters: CountedQuarters,
  { first, end, breaks }: Context,
): CounterPoints {
  const from = Math.max(0, first)
  const until = Math.min(end, quarters.first.length)
  let room = 2 * Math.max(0, until - from)
  for (let i = from; i < until; i += 1) if ((quarters.last[i] ?? 0) < (quarters.first[i] ?? 0)) room += 2
  const recorded = breaks.get(column)
  room += recorded?.points() ?? 0
  const at = new Float64Array(room)
  const value = new Float64Array(room)
  let count = 0
  function push(time: number, counted: number) {
    if (count > 0 && time <= (at[count - 1] ?? 0)) return
    at[count] = time
    value[count] = counted
    count += 1
  }
  for (let i = from; i < until; i += 1) {
    if (Number.isNaN(quarters.first[i] ?? Number.NaN)) continue
    push(quarters.at.first[i] ?? 0, quarters.first[i] ?? 0)
    const points = recorded?.of(i) ?? unrecordedFall(quarters, i)
    for (let p = 0; p < points.length; p += 2) push(points[p] ?? 0, points[p + 1] ?? 0)
    push(quarters.at.last[i] ?? 0, quarters.last[i] ?? 0)
  }
  return { at: at.subarray(0, count), value: value.subarray(0, count) }
}
