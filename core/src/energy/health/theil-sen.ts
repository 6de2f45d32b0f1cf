import { quantileOf } from '../forecast/quantiles.ts'

export type Point = { readonly at: number; readonly value: number }

/** So many points at most are compared with each other. */
const MOST = 400

/** Returns the median; NaN without any. */
export const medianOf = (values: readonly number[]): number => quantileOf(Float64Array.from(values), 1 / 2)

/** Takes at most `most` points, evenly. */
export function thinned<T>(points: readonly T[], most: number): readonly T[] {
  if (points.length <= most) return points
  return Array.from({ length: most }, (_, i) => points[Math.floor((i * points.length) / most)]).filter(
    (point) => point !== undefined,
  )
}

/**
 * Returns the median slope between all pairs of points (Theil 1950, Sen 1968) that lie at least `apart` from each other,
 * in units of value per unit of `at`: points that lie do not bend it. null if there are no such pairs.
 */
export function theilSenSlope(points: readonly Point[], apart: number): number | null {
  const some = thinned(points, MOST)
  const slopes: number[] = []
  for (const [i, one] of some.entries())
    for (const other of some.slice(i + 1)) {
      const between = other.at - one.at
      if (between >= apart) slopes.push((other.value - one.value) / between)
    }
  return slopes.length === 0 ? null : medianOf(slopes)
}
