import type { CounterPoints } from '@kellersonne/core/telemetry/counters/series'
import { JITTER_WH, stepOf } from '@kellersonne/core/telemetry/counters/steps'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { CountedQuarters } from '../sealing/day.ts'

/** [time before in ms, value before, time after in ms, value after] */
type Pair = readonly [number, number, number, number]
/** The breaks of one quarter by counter column, as `recountQuarters` stores them. */
export type QuarterBreaks = Readonly<Record<string, readonly Pair[]>>
/** The breaks of quarters, by their start in seconds since 1970. */
export type BreaksByQuarter = Readonly<Record<string, QuarterBreaks>> | null

/**
 * Looks no deeper than the first level: `recountQuarters` alone writes them, and checking the hundreds of thousands that a
 * faulty unit can make in a year takes many times as long as reading them.
 */
export const breaksByQuarter = z.custom<BreaksByQuarter>((value) => typeof value === 'object')

const NONE: readonly Pair[] = []

/** Before 0025 nobody recorded where in a quarter a counter fell: it is taken to have counted everything before. */
function unrecordedFall({ first, inner, last, at }: CountedQuarters, i: number): readonly Pair[] {
  const before = first[i] ?? 0
  const after = last[i] ?? 0
  if (after >= before) return NONE
  const [energy, from, until] = [inner[i] ?? 0, at.first[i] ?? 0, at.last[i] ?? 0]
  const fell = after < before - JITTER_WH && energy > 0 && until - from > 1
  return fell && stepOf(0, energy, until - from) === 'energy'
    ? [[until - 1, before + energy, until, after]]
    : NONE
}

type Context = {
  readonly base: number
  readonly first: number
  readonly end: number
  readonly breaks: ReadonlyMap<number, QuarterBreaks>
}

/** Lists all values of a counter that matter for its energies: of consecutive quarters since `base` (ms), in `first` ≤ i < `end`. */
export function pointsOf(
  column: string,
  quarters: CountedQuarters,
  { base, first, end, breaks }: Context,
): CounterPoints {
  const from = Math.max(0, first)
  const until = Math.min(end, quarters.first.length)
  let room = 2 * Math.max(0, until - from)
  for (let i = from; i < until; i += 1) if ((quarters.last[i] ?? 0) < (quarters.first[i] ?? 0)) room += 2
  for (const { [column]: pairs = NONE } of breaks.values()) room += 2 * pairs.length
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
    const recorded = breaks.size === 0 ? undefined : breaks.get(base + i * QUARTER_MS)?.[column]
    for (const [begin, before, end, after] of recorded ?? unrecordedFall(quarters, i)) {
      push(begin, before)
      push(end, after)
    }
    push(quarters.at.last[i] ?? 0, quarters.last[i] ?? 0)
  }
  return { at: at.subarray(0, count), value: value.subarray(0, count) }
}
