import type { Course } from './course.ts'
import { type Merit, widening } from './merit.ts'

type Quantiles = {
  readonly low: Course
  readonly high: Course
  readonly expected: Course
  readonly merit: Merit
}

/** Widens quantiles by what outcomes of late have shown to be missing, so that they hold what is expected. */
export function widened({ low, high, expected, merit }: Quantiles, unit: Course) {
  const [below, above] = [widening(merit.below), widening(merit.above)]
  return {
    low: low.map((power, slot) =>
      Math.max(0, Math.min(power - below * (unit[slot] ?? 0), expected[slot] ?? power)),
    ),
    high: high.map((power, slot) => Math.max(power + above * (unit[slot] ?? 0), expected[slot] ?? power)),
  }
}
