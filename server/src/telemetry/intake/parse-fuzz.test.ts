import { serialNumber } from '@kellersonne/contract/systems/systems'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { UpTopic } from '../../platform/broker/topics.ts'
import { itemsOf } from './parse.ts'

const now = new Date('2026-06-18T09:45:00Z')
const sn = serialNumber.parse('1001')
const topics: readonly (UpTopic | null)[] = ['reading', 'state', 'online', 'outcome', null]

const names = [
  'at',
  'sn',
  'grid_w',
  'energy_wh',
  'status',
  'errors',
  'versions',
  'sensors',
  'online',
  'id',
  'outcome',
]
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 12, noUnicodeString: false }),
  fc.constantFrom('2026-06-18T09:42:10Z', '1001', 1001, 'on', 'done', 1e308, -0, true, '\0', '\uD800'),
)
const message = fc.dictionary(fc.constantFrom(...names), value)
const nested = fc
  .integer({ min: 1, max: 20_000 })
  .map((depth) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.oneof(message, fc.array(message), value).map((fields) => Buffer.from(JSON.stringify(fields))),
  nested.map((text) => Buffer.from(text)),
)

it('PRD-02 F7 of whatever a unit says something is stored or refused, and a refusal stays small', () => {
  fc.assert(
    fc.property(fc.constantFrom(...topics), payload, (topic, bytes) => {
      const items = itemsOf({ system: 7, sn, topic, payload: bytes }, now)
      expect(items.length).toBeGreaterThan(0)
      const kept = items.flatMap((item) => (item.kind === 'refusal' ? [item.payload] : []))
      expect(kept.every((text) => text.length <= 500 && !text.includes('\0'))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
