import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { metricsFromNow } from '../../../test/metrics.ts'
import { ago, NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import type { UpTopic } from '../../platform/broker/topics.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { type Ingest, openIngest } from './ingest.ts'
import { boundedRefusals } from './refusals.ts'
import type { Written } from './write.ts'

const { db, newSystem, system } = setUpTelemetry()
const now = () => NOW
const at = ago(60).toISOString()
const message = ({ id, sn }: OwnedSystem, topic: UpTopic, fields: unknown) => ({
  ...{ system: id, sn, topic },
  payload: Buffer.from(JSON.stringify(fields)),
})
const count = async (table: 'reading' | 'refused' | 'state', { id }: OwnedSystem) => {
  const row = z.object({ n: z.int() })
  return (await db().row(row, `select count(*) as n from ${table} where system = $1`, [id]))?.n
}

let ingest: Ingest
let outcomes: string[]
beforeEach(() => {
  outcomes = []
  const keep = boundedRefusals(now)
  ingest = openIngest({
    ...{ store: (batch) => storeBatch(db(), batch, { keep }), now },
    onOverBudget: (_, outcome) => outcomes.push(outcome),
  })
})
afterEach(() => ingest.close())

describe('a unit that says more than it may', () => {
  it('PRD-02 F8 is slowed down, then refused unread; nobody else is', async () => {
    const other = await newSystem()
    const large = { ...message(system(), 'reading', ''), topic: null, payload: Buffer.alloc(65_536) }
    await Promise.all(Array.from({ length: 2290 }, () => ingest.take(large)))
    expect(outcomes).toEqual([])
    const slowed = Array.from({ length: 39 }, () => ingest.take(large))
    expect(new Set(outcomes)).toEqual(new Set(['slowed']))
    expect(ingest.rest(system().id)).toBeGreaterThan(1_000_000)
    await Promise.all([...slowed, ingest.take(message(system(), 'reading', { at }))])
    expect(outcomes.at(-1)).toBe('refused')
    expect(await count('reading', system())).toBe(0)
    await ingest.take(message(other, 'reading', { at }))
    expect(await count('reading', other)).toBe(1)
    expect(ingest.rest(other.id)).toBe(0)
  })

  it('HND-05 F8 is charged for all bytes of a message, even if they were not kept', async () => {
    const own = openIngest({ now, store: async () => ({ costs: new Map(), postponed: [] }) })
    const long = {
      ...message(system(), 'reading', ''),
      topic: null,
      payload: Buffer.alloc(0),
      bytes: 131_072,
    }
    await Promise.all(Array.from({ length: 100 }, () => own.take(long)))
    expect(own.rest(system().id)).toBe((100 * (3 + 256) - 2000) / 2)
    await own.close()
  })

  it('F8 leaves a deposit for its states, and gets it back but for what storing them cost', async () => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<Written>()]
    const own = openIngest({
      now,
      store() {
        begun.resolve()
        return over.promise
      },
    })
    const message1 = Array.from({ length: 50 }, (_, i) => `m${i}`)
    const errors = message1.map((_, code) => ({ code, at }))
    const state = message(system(), 'state', { at, status: 'on', message1, errors })
    const reported = Array.from({ length: 160 }, () => own.take(state))
    await begun.promise
    expect(own.rest(system().id)).toBeGreaterThan(0)
    over.resolve({ costs: new Map(), postponed: [] })
    await Promise.all(reported)
    expect(own.rest(system().id)).toBe(0)
    await own.close()
  })

  it('HND-14 F8 owes nothing once it has a new secret, not even for what was still being stored', async () => {
    const other = await newSystem()
    const over = Promise.withResolvers<Written>()
    const own = openIngest({ now, store: () => over.promise })
    const late = [system(), other].map((unit) => own.take(message(unit, 'reading', { at })))
    own.forgive(system().sn)
    const large = { ...message(system(), 'reading', ''), topic: null, bytes: 131_072 }
    const costs = new Map([system(), other].map(({ id }) => [id, 301_000]))
    over.resolve({ costs, postponed: [] })
    late.push(own.take(large))
    await Promise.all(late)
    expect([own.rest(system().id), own.rest(other.id) > 150_000]).toEqual([0, true])
    await own.close()
  })

  it('HND-14 F8 gets back what its first message with a new secret was charged', async () => {
    const costs = new Map([[system().id, 301_000]])
    const own = openIngest({ now, store: async () => ({ costs, postponed: [] }) })
    await own.take(message(system(), 'reading', { at }))
    expect(own.rest(system().id)).toBeGreaterThan(150_000)
    costs.clear()
    const message1 = Array.from({ length: 50 }, (_, i) => `m${i}`)
    own.forgive(system().sn)
    await own.take(message(system(), 'state', { at, status: 'on', message1 }))
    expect(own.rest(system().id)).toBeLessThan(2000)
    await own.close()
  })

  it('HND-40 F8 has no more states kept than it may, and is refused the others; its readings are stored', async () => {
    const long = (i: number) => ({
      ...message(system(), 'state', { at: ago(i).toISOString(), status: 'on' }),
      bytes: 4_000_000,
    })
    await Promise.all([1, 2, 3, 4].map((i) => ingest.take(long(i))))
    expect([await count('state', system()), await count('refused', system())]).toEqual([4, 0])
    await Promise.all([ingest.take(long(5)), ingest.take(message(system(), 'reading', { at }))])
    expect([await count('state', system()), await count('reading', system())]).toEqual([4, 1])
    const row = z.object({ reason: z.string(), topic: z.string(), exceeded: z.number() })
    const refusal = await db().row(row, 'select reason, topic, exceeded from refused where system = $1', [
      system().id,
    ])
    expect(refusal).toEqual({ reason: 'over_budget', topic: 'state', exceeded: 10_000_000 })
  })

  it('F8 is charged afterwards for what storing its states cost', async () => {
    const other = await newSystem()
    const costs = new Map([[system().id, 301_000]])
    const own = openIngest({ now, store: async () => ({ costs, postponed: [] }) })
    await own.take(message(system(), 'state', { at, status: 'on' }))
    expect(own.rest(system().id)).toBeGreaterThan(150_000)
    expect(own.rest(other.id)).toBe(0)
    await own.close()
  })

  it('PRD-02 F8 has a hundred refusals kept, whatever they are about; the others are counted', async () => {
    const other = await newSystem()
    const since = await metricsFromNow()
    await ingest.take(message(system(), 'reading', [...Array(90).keys()]))
    const unknown = message(system(), 'outcome', { id: '9', outcome: 'done' })
    await Promise.all(Array.from({ length: 30 }, () => ingest.take(unknown)))
    await ingest.take(message(other, 'reading', 'no'))
    expect(await count('refused', system())).toBe(100)
    expect(await count('refused', other)).toBe(1)
    expect((await since())('ingest_refusals_unkept_total')).toBe(20)
  })
})
