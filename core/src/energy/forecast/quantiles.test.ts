import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileOf } from './quantiles.ts'

const LEAST = 100

/** By the definition: sorts all of them. */
function bySorting(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [one = 0, other = one] = [sorted[low], sorted[low + 1]]
  return one + (at - low) * (other - one)
}

describe('a quantile', () => {
  it('HLT-10 FCT-01 of many numbers, in whatever order they are, is that of the sorted ones', () => {
    const number = fc.oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.array(number, { minLength: LEAST, maxLength: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          expect(quantileOf(Float64Array.from(values), share)).toBeCloseTo(bySorting(values, share), 9)
        },
      ),
    )
    const rising = Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000)
    expect(quantileOf(Float64Array.from(rising), 0.98)).toBeCloseTo(979.02, 9)
  })

  it('HLT-10 FCT-01 takes unknown numbers for the largest', () => {
    const values = Float64Array.from({ length: 2 * LEAST }, (_, i) => (i % 2 === 0 ? i : Number.NaN))
    expect(quantileOf(values, 0)).toBe(0)
    expect(quantileOf(values, 1)).toBeNaN()
  })
})
