import { measureLimits, readingPayload, toReading } from '@kellersonne/contract/telemetry/device'
import { limits } from '@kellersonne/core/telemetry/readings'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainReading } from './plain-reading.ts'

type Range = { readonly min: number; readonly max: number }
const plainOf = ({ min, max }: Range) =>
  fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, null, undefined))
const strangeOf = ({ min, max }: Range) =>
  fc.constantFrom<unknown>(min - 0.001, max + 0.001, Number.POSITIVE_INFINITY, '12', true, [], [1], {})

const counterNames = ['pv', 'import', 'feed_in', 'charge', 'discharge', 'other']
const counters = fc.record(Object.fromEntries(counterNames.map((name) => [name, plainOf(limits.counter)])), {
  requiredKeys: [],
})
const plain = fc.record(
  {
    at: fc.constantFrom('2026-06-18T09:42:10Z', '2026-06-18T09:42:10.123+02:00', '2028-02-29T23:59:59Z'),
    ...Object.fromEntries(Object.entries(measureLimits).map(([name, range]) => [name, plainOf(range)])),
    energy_wh: fc.option(counters),
    other: fc.constant(1),
  },
  { requiredKeys: ['at'] },
)
/** What may be wrong with one field of a reading. */
const fault = fc.oneof(
  ...Object.entries(measureLimits).map(([name, range]) =>
    strangeOf(range).map((value) => ({ [name]: value })),
  ),
  fc
    .tuple(fc.constantFrom(...counterNames), strangeOf(limits.counter))
    .map(([name, value]) => ({ energy_wh: { [name]: value } })),
  fc.constantFrom<unknown>([], 'none', 5).map((energy_wh) => ({ energy_wh })),
  fc.constantFrom<unknown>('1001', 1001, null, '').map((sn) => ({ sn })),
  fc
    .constantFrom<unknown>('2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '2026-06-18', 5, undefined)
    .map((at) => ({ at })),
)

it('PRD-02 a plain reading is what the schema makes of it', () => {
  fc.assert(
    fc.property(plain, (message) => {
      const made = plainReading(message)
      expect(made && toReading(made)).toStrictEqual(toReading(readingPayload.parse(message)))
    }),
    { numRuns: 500 },
  )
})

it('PRD-02 F7 no reading is plain that the schema refuses, or reads in another way', () => {
  const faulty = fc.tuple(plain, fault).map(([message, wrong]) => ({ ...message, ...wrong }))
  fc.assert(
    fc.property(fc.oneof(faulty, fc.jsonValue()), (message) => {
      const made = plainReading(message)
      const { data } = readingPayload.safeParse(message)
      if (made) expect(toReading(made)).toStrictEqual(data && toReading(data))
    }),
    { numRuns: 2000 },
  )
})
