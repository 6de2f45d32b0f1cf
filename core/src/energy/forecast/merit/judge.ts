import { SLOTS } from '../days.ts'
import { type Course, mixed } from './course.ts'
import { addExcesses, addLosses, type Merit } from './merit.ts'

const HOURS = 0.25

/** What was predicted for a day, by slot. */
export type Prediction = {
  readonly rules: ReadonlyMap<string, Course>
  readonly combined: Course
  /** Quantiles before they are widened. */
  readonly low: Course
  readonly high: Course
  /** What excesses are relative to. */
  readonly scale: Course
  /** Where bands are judged: 0 = not. */
  readonly unit: Course
  /** Quantiles of the energy of the slots that were left, Wh. */
  readonly sums: readonly [number, number] | null
}

/** Judges the prediction of a day by its outcome: `actual` by slot, NaN where it was over already or is not known. */
export function judge(
  merit: Merit,
  prediction: Prediction,
  actual: Course,
  isLeft: (slot: number) => boolean,
): Merit {
  const courses = [...prediction.rules, ['combined', prediction.combined] as const]
  const all = mixed(courses.map(([, course]) => [course, 1] as const))
  const losses = new Map(courses.map(([name]) => [name, 0]))
  const [below, above]: [number[], number[]] = [[], []]
  let [sum, scale, left, measured] = [0, 0, 0, 0]
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (!isLeft(slot)) continue
    const [power = Number.NaN, size = 0] = [actual[slot], prediction.scale[slot]]
    left += size
    if (Number.isNaN(power)) continue
    measured += size
    sum += power * HOURS
    scale += size * HOURS
    if (Number.isNaN(all[slot] ?? Number.NaN)) continue
    for (const [name, course] of courses)
      losses.set(name, (losses.get(name) ?? 0) + Math.abs(known(course[slot], all[slot]) - power))
    const unit = prediction.unit[slot] ?? 0
    if (!(unit > 0)) continue
    below.push((known(prediction.low[slot], power) - power) / unit)
    above.push((power - known(prediction.high[slot], power)) / unit)
  }
  const isWhole = left > 0 && measured >= 0.95 * left && scale > 0
  const excess = (side: number) => (isWhole ? [side / scale] : [])
  return {
    losses: addLosses(merit.losses, losses, 'own'),
    below: addExcesses(merit.below, below),
    above: addExcesses(merit.above, above),
    sumBelow: prediction.sums
      ? addExcesses(merit.sumBelow, excess(prediction.sums[0] - sum))
      : merit.sumBelow,
    sumAbove: prediction.sums
      ? addExcesses(merit.sumAbove, excess(sum - prediction.sums[1]))
      : merit.sumAbove,
  }
}

const known = (value: number | undefined, other: number | undefined) =>
  value === undefined || Number.isNaN(value) ? (other ?? 0) : value
