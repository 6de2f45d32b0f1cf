import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { cuttable } from '../../../test/database/cuttable.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import type { UpTopic } from '../../platform/broker/topics.ts'
import { DatabaseUnavailableError, openDatabase } from '../../platform/db/database.ts'
import { InvariantError } from '../../platform/invariant.ts'
import { systemStore } from '../../systems/store.ts'
import { readingStore } from '../readings/store.ts'
import { openIngest } from './ingest.ts'

const now = () => new Date('2026-06-18T12:00:00Z')
const at = (seconds: number) => new Date(Date.parse('2026-06-18T09:00:00Z') + seconds * 1000).toISOString()

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(now())
})
afterAll(() => test.close())

async function newSystem(text: string) {
  const sn = serialNumber.parse(text)
  const system = await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' })
  return (topic: UpTopic, said: unknown) => ({
    system,
    sn,
    topic,
    payload: Buffer.from(JSON.stringify(said)),
  })
}
const ingestOver = (db = test.db, onRetry?: (error: unknown) => void) =>
  openIngest({ store: (batch) => storeBatch(db, batch), now, ...(onRetry && { onRetry }) })

const count = async (sn: string, table: 'reading' | 'state' | 'refused') => {
  const row = await test.db.row(
    z.object({ n: z.int() }),
    `select count(*) as n from ${table} join storage_system on id = system where sn = $1`,
    [sn],
  )
  return row?.n
}
const reasons = async (sn: string) => {
  const rows = await test.db.rows(
    z.object({ reason: z.string(), topic: z.string() }),
    'select reason, topic from refused join storage_system on id = system where sn = $1 order by slot',
    [sn],
  )
  return rows.map(({ reason, topic }) => `${topic} ${reason}`)
}

describe('ingest', () => {
  it('PRD-02 stores what is good and keeps what is refused with its reason', async () => {
    const says = await newSystem('100')
    const ingest = ingestOver()
    await Promise.all([
      ingest.take(says('reading', [{ at: at(0) }, { at: at(10), soc: 101 }, { at: at(20) }])),
      ingest.take(says('state', { at: at(0), status: 'on' })),
      ingest.take(says('state', { at: at(0), status: 'broken' })),
    ])
    expect(await count('100', 'reading')).toBe(2)
    expect(await count('100', 'state')).toBe(1)
    expect(new Set(await reasons('100'))).toEqual(new Set(['reading out_of_range', 'state malformed']))
    await ingest.close()
  })

  it('PRD-02 F7 refuses a message that our code breaks on, says so, and stores the others', async () => {
    const says = await newSystem('110')
    const faults: unknown[] = []
    const ingest = openIngest({
      ...{ store: (batch) => storeBatch(test.db, batch), now },
      onFault: (error) => faults.push(error),
    })
    const breaking = says('reading', { at: at(0) })
    const fault = new RangeError('Maximum call stack size exceeded')
    Object.assign(breaking.payload, {
      toString() {
        throw fault
      },
    })
    await Promise.all([ingest.take(breaking), ingest.take(says('reading', { at: at(10) }))])
    expect(faults).toEqual([fault])
    expect(await reasons('110')).toEqual(['reading unstorable'])
    expect(await count('110', 'reading')).toBe(1)
    await ingest.close()
  })

  it('one message that cannot be stored takes none of its batch down', async () => {
    const says = await newSystem('101')
    const ingest = ingestOver()
    const poison = says('state', { at: at(5), status: 'on', battery_status: 'a\0b' })
    const others = Array.from({ length: 30 }, (_, i) => says('reading', { at: at(i) }))
    await Promise.all([...others.slice(0, 9), poison, ...others.slice(9)].map(ingest.take))
    expect(await count('101', 'reading')).toBe(30)
    expect(await count('101', 'state')).toBe(0)
    expect(await reasons('101')).toEqual(['state unstorable'])
    await ingest.close()
  })

  it('never puts a fault of the database down to a message', async () => {
    const says = await newSystem('102')
    const faults = ['40P01', '53100', '25006', 'XX000', 'ETIMEDOUT']
    const ingest = openIngest({
      now,
      store: (batch) => {
        const code = faults.shift()
        if (code) return Promise.reject(Object.assign(new Error('fault'), { code }))
        return storeBatch(test.db, batch)
      },
    })
    await ingest.take(says('reading', { at: at(0) }))
    expect(await count('102', 'reading')).toBe(1)
    expect(await reasons('102')).toEqual([])
    await ingest.close()
  })

  it('PRD-02 tries again at once what could not be stored, and then less and less often', async () => {
    const says = await newSystem('111')
    const tries: number[] = []
    const ingest = openIngest({
      now,
      store: (batch) => {
        tries.push(performance.now())
        if (tries.length < 4) return Promise.reject(Object.assign(new Error('fault'), { code: '40P01' }))
        return storeBatch(test.db, batch)
      },
    })
    await ingest.take(says('reading', { at: at(0) }))
    const [first = 0, second = 0, third = 0, fourth = 0] = tries
    expect(fourth - third).toBeGreaterThan(75)
    expect(fourth - first).toBeLessThan(2000)
    expect(second).toBeGreaterThan(first)
    await ingest.close()
  })

  it.each([
    ['103', new TypeError('x is not a function')],
    ['1031', new InvariantError('no row')],
    ['1032', new z.core.$ZodError([])],
  ])('a fault of our code with one message is put down to it in the end: %s', async (sn, fault) => {
    const says = await newSystem(sn)
    const ingest = openIngest({
      now,
      store: (batch) =>
        batch.some((item) => item.kind === 'state') ? Promise.reject(fault) : storeBatch(test.db, batch),
    })
    await Promise.all([
      ingest.take(says('reading', { at: at(0) })),
      ingest.take(says('state', { at: at(0), status: 'on' })),
    ])
    expect(await count(sn, 'reading')).toBe(1)
    expect(await reasons(sn)).toEqual(['state unstorable'])
    await ingest.close()
  })

  it('PRD-02 halves a batch that takes the database too long, and refuses nothing of it', async () => {
    const says = await newSystem('120')
    const tried: number[] = []
    const ingest = openIngest({
      now,
      store: (batch) => {
        tried.push(batch.length)
        if (batch.length === 1 || tried.length > 20) return storeBatch(test.db, batch)
        const cause = Object.assign(new Error('canceling statement'), { code: '57014' })
        return Promise.reject(new DatabaseUnavailableError('too slow', { cause }))
      },
    })
    await Promise.all([0, 10].map((seconds) => ingest.take(says('reading', { at: at(seconds) }))))
    expect(tried).toEqual([2, 2, 2, 2, 2, 1, 1])
    expect(await count('120', 'reading')).toBe(2)
    expect(await reasons('120')).toEqual([])
    await ingest.close()
  })

  it('PRD-02 waits while the database is away; then all is stored once', async () => {
    const says = await newSystem('104')
    const line = cuttable()
    const db = openDatabase(await line.through(test.url))
    const retries: unknown[] = []
    const ingest = ingestOver(db, (error) => retries.push(error))
    await ingest.take(says('reading', { at: at(0) }))
    await line.cut()
    const settled = vi.fn()
    const taken = [1, 2, 3, 2].map((i) => ingest.take(says('reading', { at: at(i) })))
    for (const one of taken) one.then(settled, settled)
    await expect.poll(() => retries.length).toBeGreaterThan(1)
    expect(settled).not.toHaveBeenCalled()
    await line.mend()
    await Promise.all(taken)
    expect(await count('104', 'reading')).toBe(4)
    await ingest.close()
    await db.close()
    await line.cut()
  })

  it('closing stores what was taken; what cannot be stored then is not acknowledged', async () => {
    const says = await newSystem('105')
    const ingest = ingestOver()
    const taken = ingest.take(says('reading', { at: at(0) }))
    await ingest.close()
    await taken
    expect(await count('105', 'reading')).toBe(1)
    await expect(ingest.take(says('reading', { at: at(1) }))).rejects.toThrow('closed')

    const away = openIngest({
      now,
      store: () => Promise.reject(Object.assign(new Error(), { code: '57P03' })),
    })
    const lost = away.take(says('reading', { at: at(2) }))
    const outcome = expect(lost).rejects.toThrow('not stored')
    await away.close()
    await outcome
  })

  it('PRD-02 closing waits for what is being written', async () => {
    const says = await newSystem('108')
    const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ingest = openIngest({
      now,
      store: () => {
        begun.resolve()
        return written.promise.then(() => new Map())
      },
    })
    const taken = ingest.take(says('reading', { at: at(0) }))
    await begun.promise
    const order: string[] = []
    const closing = ingest.close().then(() => order.push('closed'))
    await test.db.run('select 1')
    order.push('written')
    written.resolve()
    await Promise.all([taken, closing])
    expect(order).toEqual(['written', 'closed'])
  })

  it('gathers what comes while others are written into few batches, and writes a single one soon', async () => {
    const sizes: number[] = []
    const reading = { topic: 'reading', payload: Buffer.from(JSON.stringify({ at: at(0) })) } as const
    const ingest = openIngest({
      now,
      store: async (batch) => {
        sizes.push(batch.length)
        await sleep(5)
        return new Map()
      },
    })
    const of = (system: number) => ({ system, sn: serialNumber.parse(`${system}`), ...reading })
    await Promise.all(Array.from({ length: 2500 }, (_, i) => ingest.take(of(1 + (i % 250)))))
    await ingest.take(of(1))
    expect(sizes).toEqual([1000, 1000, 500, 1])
    await ingest.close()
  })

  it('keeps at most 10 000 refusals, the newest', async () => {
    const says = await newSystem('107')
    const ingest = ingestOver()
    const [first, rest] = [says('reading', { at: 'first' }), says('reading', [...Array(100).keys()])]
    await ingest.take(first)
    await Promise.all(Array.from({ length: 100 }, () => ingest.take(rest)))
    expect(await count('107', 'refused')).toBe(10_000)
    const kept = await test.db.row(
      z.object({ n: z.int() }),
      "select count(*) as n from refused where payload like '%first%'",
    )
    expect(kept?.n).toBe(0)
    await ingest.close()
  })
})
