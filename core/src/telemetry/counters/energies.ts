import { QUARTER_MS } from '../../time/days.ts'
import { type CounterPoints, startsOf, stepBetween, withoutMisreadings } from './series.ts'

/** Two consecutive values of a counter, in Wh, with nothing known between them; times in ms. */
export type Between = {
  readonly from: number
  readonly until: number
  readonly before: number
  readonly after: number
}

export type CounterEnergies = {
  /** Wh per quarter; NaN = not known. */
  readonly energies: Float64Array
  /** Energy that was counted, but no one knows in which of the quarters between. */
  readonly gaps: readonly Between[]
  /** Rises that are not counted, because no power can have caused them; the first MOST_JUMPS. */
  readonly jumps: readonly Between[]
  /** Falls, after each of which a new series begins; the first MOST_JUMPS. */
  readonly resets: readonly Between[]
}

/** A faulty unit must not make an answer of millions. */
export const MOST_JUMPS = 50

/**
 * The longest time over which energy is divided evenly. Over a longer one it belongs to the whole time only: PV rises
 * from nothing to half its peak within three hours of a clear day, so even shares would be an invention.
 */
export const SHORT_GAP_MS = 2 * 3_600_000

/**
 * Computes the energies of `count` quarters since `start` (ms) from the values known in and around them. Between two
 * values the counter is taken to rise evenly, so that a value exactly at the end of a quarter closes it. The energies
 * between two values of a series, with those of the gaps, sum up to their difference. Jitter counts nothing: the counter
 * is taken to rest until it is higher again.
 */
export function counterEnergies(known: CounterPoints, start: number, count: number): CounterEnergies {
  const points = withoutMisreadings(known)
  const energies = new Float64Array(count).fill(Number.NaN)
  const gaps: Between[] = []
  const jumps: Between[] = []
  const resets: Between[] = []
  const quarterAt = (ms: number) => Math.floor((ms - start) / QUARTER_MS)
  function add(quarter: number, energy: number) {
    if (quarter < 0 || quarter >= count) return
    const sum = energies[quarter] ?? Number.NaN
    energies[quarter] = Number.isNaN(sum) ? energy : sum + energy
  }
  /** Adds the energy between two values to the quarters that the time between them touches. */
  function divide(from: number, until: number, before: number, after: number) {
    const last = quarterAt(until - 1)
    let counted = before
    for (let quarter = quarterAt(from); quarter < last; quarter += 1) {
      const end = start + (quarter + 1) * QUARTER_MS
      const value = Math.round(before + ((after - before) * (end - from)) / (until - from))
      add(quarter, value - counted)
      counted = value
    }
    add(last, after - counted)
  }
  const { at, value } = points
  const starts = startsOf(points)
  starts.forEach((first, index) => {
    const step = stepBetween(points, first - 1, first)
    const found = step === 'jump' ? jumps : resets
    if (first > 0 && step !== 'void' && found.length < MOST_JUMPS)
      found.push({
        ...{ from: at[first - 1] ?? 0, until: at[first] ?? 0 },
        ...{ before: value[first - 1] ?? 0, after: value[first] ?? 0 },
      })
    let from = at[first] ?? 0
    let before = value[first] ?? 0
    add(quarterAt(from), 0)
    for (let i = first + 1; i < (starts[index + 1] ?? at.length); i += 1) {
      const until = at[i] ?? 0
      const after = Math.max(before, value[i] ?? 0)
      if (until - from > SHORT_GAP_MS) gaps.push({ from, until, before, after })
      else divide(from, until, before, after)
      add(quarterAt(until), 0)
      from = until
      before = after
    }
  })
  for (const { from, until } of points.voids ?? [])
    energies.fill(
      Number.NaN,
      Math.max(0, Math.ceil((from - start) / QUARTER_MS)),
      Math.max(0, Math.floor((until - start) / QUARTER_MS)),
    )
  return { energies, gaps, jumps, resets }
}
