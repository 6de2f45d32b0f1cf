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

/** Before 0025 nobody recorded where in a quarter a counter fell: it is taken to have counted everything before. */
function unrecordedFall({ first, inner, last, at }: CountedQuarters, i: number): Pair[] {
  const [before, energy, after] = [first[i] ?? 0, inner[i] ?? 0, last[i] ?? 0]
  const [from, until] = [at.first[i] ?? 0, at.last[i] ?? 0]
  const fell = after < before - JITTER_WH && energy > 0 && until - from > 1
  return fell && stepOf(0, energy, until - from) === 'energy'
    ? [[until - 1, before + energy, until, after]]
    : []
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
  const at: number[] = []
  const value: number[] = []
  function push(time: number, counted: number) {
    if (time <= (at.at(-1) ?? Number.NEGATIVE_INFINITY)) return
    at.push(time)
    value.push(counted)
  }
  for (let i = Math.max(0, first); i < Math.min(end, quarters.first.length); i += 1) {
    if (Number.isNaN(quarters.first[i] ?? Number.NaN)) continue
    push(quarters.at.first[i] ?? 0, quarters.first[i] ?? 0)
    const pairs = breaks.get(base + i * QUARTER_MS)?.[column] ?? unrecordedFall(quarters, i)
    for (const [from, before, until, after] of pairs) {
      push(from, before)
      push(until, after)
    }
    push(quarters.at.last[i] ?? 0, quarters.last[i] ?? 0)
  }
  return { at: Float64Array.from(at), value: Float64Array.from(value) }
}
