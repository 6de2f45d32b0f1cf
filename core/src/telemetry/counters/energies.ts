import { QUARTER_MS } from '../../time/days.ts'
import { type CounterPoints, stepBetween, withoutMisreadings } from './series.ts'

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

/** Adds energy to a quarter, which is known from then on. Plain functions and loops, because a year of charts waits for this. */
function add(energies: Float64Array, quarter: number, energy: number): void {
  if (quarter < 0 || quarter >= energies.length) return
  const sum = energies[quarter] ?? Number.NaN
  energies[quarter] = Number.isNaN(sum) ? energy : sum + energy
}

/** Adds the energy between two values to the quarters since `start` (ms) that the time between them touches. */
function divide(energies: Float64Array, start: number, { from, until, before, after }: Between): void {
  const last = Math.floor((until - 1 - start) / QUARTER_MS)
  let counted = before
  for (let quarter = Math.floor((from - start) / QUARTER_MS); quarter < last; quarter += 1) {
    const end = start + (quarter + 1) * QUARTER_MS
    const value = Math.round(before + ((after - before) * (end - from)) / (until - from))
    add(energies, quarter, value - counted)
    counted = value
  }
  add(energies, last, after - counted)
}

/** Adds the energies of one series, the values [first, end); what lies in a longer gap goes to `gaps`. */
function addSeries(
  { at, value }: CounterPoints,
  { first, end }: { readonly first: number; readonly end: number },
  start: number,
  energies: Float64Array,
  gaps: Between[],
): void {
  let from = at[first] ?? 0
  let quarter = Math.floor((from - start) / QUARTER_MS)
  let ends = start + (quarter + 1) * QUARTER_MS
  let before = value[first] ?? 0
  add(energies, quarter, 0)
  for (let i = first + 1; i < end; i += 1) {
    const until = at[i] ?? 0
    const after = Math.max(before, value[i] ?? 0)
    // Mostly both lie in one quarter.
    if (until < ends && until - from >= 1) add(energies, quarter, after - before)
    else {
      const next = Math.floor((until - start) / QUARTER_MS)
      const between = { from, until, before, after }
      if (until - from > SHORT_GAP_MS) gaps.push(between)
      else divide(energies, start, between)
      add(energies, next, 0)
      quarter = next
      ends = start + (next + 1) * QUARTER_MS
    }
    from = until
    before = after
  }
}

/**
 * Computes the energies of `count` quarters since `start` (ms) from the values known in and around them. Between two
 * values the counter is taken to rise evenly, so that a value exactly at the end of a quarter closes it. The energies
 * between two values of a series, with those of the gaps, sum up to their difference. Jitter counts nothing: the counter
 * is taken to rest until it is higher again.
 */
export function counterEnergies(known: CounterPoints, start: number, count: number): CounterEnergies {
  const { points, starts } = withoutMisreadings(known)
  const energies = new Float64Array(count).fill(Number.NaN)
  const gaps: Between[] = []
  const jumps: Between[] = []
  const resets: Between[] = []
  const { at, value } = points
  starts.forEach((first, index) => {
    const step = stepBetween(points, first - 1, first)
    const found = step === 'jump' ? jumps : resets
    if (first > 0 && step !== 'void' && found.length < MOST_JUMPS)
      found.push({
        ...{ from: at[first - 1] ?? 0, until: at[first] ?? 0 },
        ...{ before: value[first - 1] ?? 0, after: value[first] ?? 0 },
      })
    addSeries(points, { first, end: starts[index + 1] ?? at.length }, start, energies, gaps)
  })
  for (const { from, until } of points.voids ?? [])
    energies.fill(
      Number.NaN,
      Math.max(0, Math.ceil((from - start) / QUARTER_MS)),
      Math.max(0, Math.floor((until - start) / QUARTER_MS)),
    )
  return { energies, gaps, jumps, resets }
}
