import { toMessages } from '@kellersonne/contract/messages/messages'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type StateMessage, statePayload } from '@kellersonne/contract/telemetry/device'
import type { Episode } from '@kellersonne/core/messages/episodes'
import { episodes } from '@kellersonne/core/messages/test/episodes'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database/database.ts'
import { NO_MESSAGES } from '../../test/set-up/telemetry.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { systemStore } from '../systems/store.ts'
import type { ItemOf } from '../telemetry/intake/batch.ts'
import { openBacklog, processSome } from './backlog.ts'

const START = Date.parse('2026-06-18T08:00:00Z')
const minute = (m: number) => new Date(START + m * 60_000)
const row = z.object({
  code: z.string(),
  raisedAt: z.date(),
  resolvedAt: z.nullable(z.date()),
  count: z.int(),
})

let test: Awaited<ReturnType<typeof testDatabase>>
let system: number
let serial = 4000
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())
beforeEach(async () => {
  system = await newSystem()
})

async function newSystem() {
  serial += 1
  const sn = serialNumber.parse(`${serial}`)
  return systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' })
}
type StateItem = ItemOf<'state'>
const state = (m: number, fields: Partial<StateMessage> = {}): StateItem => ({
  kind: 'state',
  system,
  receivedAt: minute(m),
  state: statePayload.parse({ status: 'on', ...NO_MESSAGES, ...fields, at: minute(m).toISOString() }),
})
const report = (...states: StateItem[]) => storeBatch(test.db, states)
const kept = (of = system): Promise<Episode[]> =>
  test.db.rows(
    row,
    `select code, raised_at as "raisedAt", resolved_at as "resolvedAt", count from episode
     where system = $1 order by raised_at, code collate "C"`,
    [of],
  )
/** The cached counts and the actual ones. */
const counts = (of = system) =>
  test.db.rows(
    z.object({ known: z.int(), there: z.int() }),
    `select episodes as known, (select count(*) from episode where (system, code) = (known.system, known.code)) as there
     from episode_count as known where system = $1`,
    [of],
  )
const folded = (states: readonly StateItem[]) =>
  episodes(states.map(({ state }) => ({ at: state.at, messages: toMessages(state) })))

describe('episodes in the database', () => {
  it('ENT-06 begin, flicker and end', async () => {
    await report(state(0))
    await report(state(5, { message2: ['i2'] }))
    await report(state(6))
    await report(state(7, { message2: ['i2'] }))
    expect(await kept()).toEqual([{ code: 'i2', raisedAt: minute(5), resolvedAt: null, count: 2 }])
    await report(state(30))
    expect(await kept()).toEqual([{ code: 'i2', raisedAt: minute(5), resolvedAt: minute(30), count: 2 }])
  })

  it('ENT-06 keep codes nobody knows and the numbers of battery errors', async () => {
    await report(state(0))
    const errors = [{ code: 4113, at: minute(3).toISOString() }]
    await report(state(5, { message1: ['zzz'], message2: ['constructor'], errors }))
    expect(await kept()).toEqual([
      { code: '4113', raisedAt: minute(3), resolvedAt: null, count: 1 },
      { code: 'constructor', raisedAt: minute(5), resolvedAt: null, count: 1 },
      { code: 'zzz', raisedAt: minute(5), resolvedAt: null, count: 1 },
    ])
  })

  it('ENT-06 F8 of the newest state extend the last ones, without a look at what they were made of', async () => {
    for (let i = 0; i <= 40; i += 1) await report(state(i, i % 2 ? { message2: ['u'] } : {}))
    await test.db.run('delete from message_change where system = $1', [system])
    await report(state(41, { message2: ['u'] }), state(42))
    expect(await kept()).toEqual([{ code: 'u', raisedAt: minute(1), resolvedAt: minute(42), count: 21 }])
  })

  it('F8 return what they cost: what is stored for good, and what had to be read again', async () => {
    const costOf = async (...states: StateItem[]) => (await report(...states)).costs.get(system)
    const errors = [4113, 4114].map((code) => ({ code, at: minute(5).toISOString() }))
    expect(await costOf(state(0))).toBeUndefined()
    expect(await costOf(state(5, { message2: ['u'], errors }))).toBe(30)
    expect(await costOf(state(9, { message2: ['u'], errors }))).toBeUndefined()
    expect(await costOf(state(10))).toBe(30)
    expect(await costOf(state(7, { message2: ['u'] }))).toBeCloseTo(40 + 8 / 50, 10)
  })

  it('ENT-06 a late state in the midst of many touches only those beside it', async () => {
    const reported = Array.from({ length: 60 }, (_, i) => state(i * 20, i % 2 ? { message2: ['u'] } : {}))
    await report(...reported)
    const late = state(31, { message2: ['u'] })
    await test.db.run(
      `create function spare() returns trigger language plpgsql as
         $$begin raise exception 'a row far away was written'; end$$`,
    )
    await test.db.run(
      `create trigger spare before update or delete on episode for each row
       when (old.raised_at > '${minute(120).toISOString()}') execute function spare()`,
    )
    await report(late)
    await test.db.run('drop trigger spare on episode')
    expect(await kept()).toEqual(folded([...reported, late]))
  })
})

const fields = fc
  .tuple(fc.nat(90), fc.subarray(['i2', 'relay', 'zzz']), fc.option(fc.nat(90), { nil: null }))
  .map(([m, codes, error]) => ({
    m,
    fields: {
      message2: codes,
      errors: error === null ? [] : [{ code: 4113, at: minute(error).toISOString() }],
    },
  }))
const reported = fc
  .uniqueArray(fields, { selector: ({ m }) => m, minLength: 1, maxLength: 30 })
  .chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
      fc.integer({ min: 1, max: 8 }),
    ),
  )

describe('late states', () => {
  it('ENT-06 in whatever order, batches and how often leave the rows of all in order', async () => {
    await fc.assert(
      fc.asyncProperty(reported, async ([all, mixed, size]) => {
        system = await newSystem()
        const states = mixed.map((one) => state(one.m, one.fields))
        for (let i = 0; i < states.length; i += size) await report(...states.slice(i, i + size))
        expect(await kept()).toEqual(folded(all.map((one) => state(one.m, one.fields))))
        for (const { known, there } of await counts()) expect(known).toBe(there)
      }),
      { numRuns: 60 },
    )
  })

  it('ENT-06 reported by many at once too', async () => {
    const states = Array.from({ length: 40 }, (_, i) => state(i * 7, i % 3 ? { message2: ['u'] } : {}))
    const mixed = states.toSorted((a, b) => (a.receivedAt.getTime() % 11) - (b.receivedAt.getTime() % 11))
    const writers = Map.groupBy(mixed, (_, i) => i % 4)
    await Promise.all(
      [...writers.values()].map(async (own) => {
        for (const one of own) await report(one)
      }),
    )
    expect(await kept()).toEqual(folded(states))
  })
})

describe('states from before there were episodes', () => {
  it('ENT-06 are followed page by page while others come in', async () => {
    const old = Array.from({ length: 1200 }, (_, i) => state(i, i % 50 < 15 ? { message2: ['u'] } : {}))
    for (const one of [old.slice(0, 900), old.slice(900)]) await report(...one)
    const other = await newSystem()
    await test.db.run('delete from episode where system = $1', [system])
    await test.db.run('delete from message_change where system = $1', [system])
    await test.db.run('insert into episode_backlog (system) values ($1), ($2)', [system, other])
    const fresh = [state(1300, { message2: ['u'] }), state(333.5, { message2: ['relay'] }), state(1100.5)]
    for (const one of fresh) {
      expect(await processSome(test.db)).toBe(true)
      await report(one)
    }
    while (await processSome(test.db));
    expect(await kept()).toEqual(folded([...old, ...fresh]))
  })

  it('ENT-06 may come late, between states that are not followed yet', async () => {
    const old = Array.from({ length: 60 }, (_, i) => state(i, i >= 10 && i < 50 ? { message2: ['u'] } : {}))
    await report(...old)
    for (const table of ['episode', 'message_change'])
      await test.db.run(`delete from ${table} where system = $1`, [system])
    await test.db.run('insert into episode_backlog (system) values ($1)', [system])
    const late = state(20.5)
    await report(late)
    expect(await kept()).toEqual([{ code: 'u', raisedAt: minute(21), resolvedAt: null, count: 1 }])
    while (await processSome(test.db));
    expect(await kept()).toEqual(folded([...old, late]))
  })

  it('ENT-06 logs why states cannot be followed, and stops when it is closed', async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line) => void logged.push(line) })
    const { close } = openBacklog({ transaction: () => Promise.reject(new Error('broken')) }, log)
    await expect.poll(() => logged.join()).toContain('broken')
    await close()
    expect(logged).toHaveLength(1)
  })

  it('ENT-06 are followed of each system to its own end, however far another has come', async () => {
    const old = Array.from({ length: 600 }, (_, i) => state(i, i % 50 < 15 ? { message2: ['u'] } : {}))
    const other = await newSystem()
    const others = old.slice(0, 90).map((one) => ({ ...one, system: other }))
    for (const states of [old, others]) await report(...states)
    for (const table of ['episode', 'message_change', 'episode_count'])
      await test.db.run(`delete from ${table} where system in ($1, $2)`, [system, other])
    await test.db.run('insert into episode_backlog (system) values ($1), ($2)', [system, other])
    while (await processSome(test.db));
    expect(await kept()).toEqual(folded(old))
    expect(await kept(other)).toEqual(folded(others))
  })
})
