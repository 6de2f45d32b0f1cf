import { QUARTER_MS } from '../../time/days.ts'
import { JITTER_WH, RESOLUTION_WH, type Step, stepOf } from './steps.ts'

/** A time in ms over which no energy counts, because of an owner's correction. */
export type Void = { readonly from: number; readonly until: number }

/** Known values of a counter, in Wh, ascending in time (ms). */
export type CounterPoints = {
  readonly at: Float64Array
  readonly value: Float64Array
  /** Ascending, none touching another. */
  readonly voids?: readonly Void[]
}

/** Values that are left, and returned to within this time, were read wrongly. */
const EXCURSION_MS = QUARTER_MS
/** So many different wrong values in a row are recognized. */
const MAX_STRAYS = 3

const timeOf = ({ at }: CounterPoints, i: number) => at[i] ?? Number.NaN

/** Returns the first of these that ends after an instant (ms), if it begins before another; `voids` as in `CounterPoints`. */
export function firstVoidAfter(voids: readonly Void[], ms: number, before: number): Void | undefined {
  let [low, high] = [0, voids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((voids[middle]?.until ?? 0) > ms) high = middle
    else low = middle + 1
  }
  const found = voids[low]
  return found && found.from < before ? found : undefined
}

/** Judges the step from one value to a later one, by their indices; `void`: it leads over a time that does not count. */
export function stepBetween(points: CounterPoints, from: number, to: number): Step | 'void' {
  const begin = timeOf(points, from)
  const end = timeOf(points, to)
  if (points.voids && firstVoidAfter(points.voids, begin, end)) return 'void'
  return stepOf(points.value[from] ?? Number.NaN, points.value[to] ?? Number.NaN, end - begin)
}

/** Returns the index of the first value of each series: of each that does not continue the one before it. */
function startsOf(points: CounterPoints): number[] {
  const { value } = points
  const starts: number[] = []
  for (let i = 0; i < value.length; i += 1) {
    const rise = (value[i] ?? 0) - (value[i - 1] ?? Number.NaN)
    // Nearly all steps are so small that the time between does not matter.
    if (!points.voids && rise >= -JITTER_WH && rise <= RESOLUTION_WH) continue
    if (i === 0 || stepBetween(points, i - 1, i) !== 'energy') starts.push(i)
  }
  return starts
}

/** Values of a counter, and the indices at which series begin. */
export type CounterSeries = { readonly points: CounterPoints; readonly starts: readonly number[] }

/** Leaves out `count` series in a row wherever they are short and what follows continues what is before them. */
function withoutStrays({ points, starts }: CounterSeries, count: number): CounterSeries {
  const kept = new Uint8Array(points.at.length).fill(1)
  for (let index = 1; index + count < starts.length; index += 1) {
    const strayed = starts[index] ?? 0
    const resumed = starts[index + count] ?? 0
    if (timeOf(points, resumed - 1) - timeOf(points, strayed) > EXCURSION_MS) continue
    if (stepBetween(points, strayed - 1, resumed) !== 'energy') continue
    kept.fill(0, strayed, resumed)
    index += count
  }
  if (!kept.includes(0)) return { points, starts }
  const isKept = (_: number, i: number) => kept[i] === 1
  const left = { ...points, at: points.at.filter(isKept), value: points.value.filter(isKept) }
  return { points: left, starts: startsOf(left) }
}

/** Leaves out values that were read wrongly: soon after them the counter continues where it was before. */
export function withoutMisreadings(points: CounterPoints): CounterSeries {
  let left: CounterSeries = { points, starts: startsOf(points) }
  // The fewer are left out, the better.
  for (let count = 1; count <= MAX_STRAYS; count += 1)
    if (left.starts.length > count + 1) left = withoutStrays(left, count)
  return left
}
