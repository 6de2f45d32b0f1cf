import type { Correction } from '../corrections.ts'
import type { CounterName } from '../readings.ts'
import { type CounterPoints, firstVoidAfter, type Void } from './series.ts'

type Point = readonly [at: number, value: number]

/** Joins those that touch or overlap, in order. */
function joined(voids: readonly Void[]): Void[] {
  const found: Void[] = []
  for (const { from, until } of voids.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && from <= last.until)
      found[found.length - 1] = { from: last.from, until: Math.max(last.until, until) }
    else found.push({ from, until })
  }
  return found
}

/** Returns the points that a correction gives, and the time over which it says that nothing counts. */
function partsOf(correction: Correction): { points: Point[]; voids: Void[] } {
  if (correction.kind === 'implausible') {
    const { from, until } = correction
    return { points: [], voids: [{ from: from.getTime(), until: until.getTime() }] }
  }
  const { before, after } = correction
  const at = correction.at.getTime()
  if (before !== null && before === after) return { points: [[at, before]], voids: [] }
  // Two values cannot have the same time.
  const points: Point[] = []
  if (before !== null) points.push([at, before])
  if (after !== null) points.push([at + 1, after])
  return { points, voids: [{ from: at, until: at + 1 }] }
}

/** Applies an owner's corrections to the values of a counter: leaves out what is implausible, and adds what was given. */
export function correct(
  points: CounterPoints,
  counter: CounterName,
  corrections: readonly Correction[],
): CounterPoints {
  const parts = corrections
    .filter((one) => one.counter === null || one.counter === counter)
    .map((one) => partsOf(one))
  if (parts.length === 0) return points
  const voids = joined(parts.flatMap((part) => part.voids))
  // Of several values for the same time the last one given is right.
  const given = new Map(parts.flatMap((part) => part.points))
  const left: Point[] = []
  points.at.forEach((at, i) => {
    if (!given.has(at) && !firstVoidAfter(voids, at, at)) left.push([at, points.value[i] ?? Number.NaN])
  })
  const all = [...left, ...given].toSorted(([a], [b]) => a - b)
  return {
    at: Float64Array.from(all, ([at]) => at),
    value: Float64Array.from(all, ([, value]) => value),
    voids,
  }
}
