/** A course in W by quarter, with the bounds of its band by hour; NaN = not known. */
export type Banded = {
  readonly course: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
}

export const QUARTERS_AN_HOUR = 4

/** Returns the mean of the known quarters of each hour. */
export function hourly(quarters: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(quarters)
  return Float64Array.from({ length: Math.ceil(values.length / QUARTERS_AN_HOUR) }, (_, hour) => {
    const known = values
      .slice(hour * QUARTERS_AN_HOUR, (hour + 1) * QUARTERS_AN_HOUR)
      .filter((value) => !Number.isNaN(value))
    return known.reduce((a, b) => a + b, 0) / known.length
  })
}

/**
 * Returns the step that keeps values to about one part in `parts` of the highest: a power of two, so that values that were
 * kept before stay what they are.
 */
export function stepFor(values: Float64Array, parts: number): number {
  const highest = values.reduce((most, value) => (value > most ? value : most), 0)
  return 2 ** Math.round(Math.log2(Math.max(1, highest / parts)))
}

export const inSteps = (values: Float64Array, step: number) =>
  values.map((value) => Math.round(value / step) * step)

/** Returns the bounds by quarter: in the proportion that they have to the mean of each hour, and never inside out. */
export function byQuarter({ course, low, high }: Banded): { low: Float64Array; high: Float64Array } {
  const mean = hourly(course)
  const bound = (bounds: Float64Array, of: (a: number, b: number) => number) =>
    course.map((value, quarter) => {
      const hour = Math.floor(quarter / QUARTERS_AN_HOUR)
      const [middle, edge] = [mean[hour] ?? Number.NaN, bounds[hour] ?? Number.NaN]
      return of(value, middle > 0 ? (value * edge) / middle : edge)
    })
  return { low: bound(low, Math.min), high: bound(high, Math.max) }
}
