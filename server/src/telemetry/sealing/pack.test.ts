import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitReader, bitWriter } from './bits.ts'
import { pack, unpack } from './pack.ts'

const LARGEST = 2 ** 51
const number = fc.oneof(
  fc.integer({ min: -5000, max: 5000 }).map((value) => value * 1000),
  fc.integer({ min: -300, max: 300 }),
  fc.maxSafeInteger().map((value) => value % LARGEST),
)
const entry = fc.record({
  value: number,
  known: fc.boolean(),
  expected: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
})
const column = (of: readonly { value: number; known: boolean }[]) =>
  Float64Array.from(of, ({ value, known }) => (known ? value : Number.NaN))

describe('packed numbers', () => {
  it('PRD-03 come out as they went in, whatever is before and after them', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 100 }), fc.array(entry, { maxLength: 100 }), (one, other) => {
        const out = bitWriter()
        const marks = (of: typeof one) => Uint8Array.from(of, ({ known }) => (known ? 1 : 0))
        const expected = Float64Array.from(other, (of) => of.expected)
        pack(out, column(one), marks(one))
        pack(out, column(other), marks(other), expected)
        const bits = bitReader(out.bytes())
        // Turns -0 into 0.
        const zero = (values: Float64Array) => Array.from(values, (value) => value + 0)
        expect(zero(unpack(bits, marks(one)))).toEqual(zero(column(one)))
        expect(zero(unpack(bits, marks(other), expected))).toEqual(zero(column(other)))
      }),
      { numRuns: 500 },
    )
  })

  it('PRD-03 a day of what does not change takes a few bytes', () => {
    const out = bitWriter()
    pack(out, new Float64Array(96).fill(90), new Uint8Array(96).fill(1))
    expect(out.bytes().length).toBeLessThan(20)
  })
})
