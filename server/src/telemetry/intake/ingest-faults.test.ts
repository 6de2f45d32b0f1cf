import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { cuttable } from '../../../test/database/cuttable.ts'
import { at, now, setUpIngest } from '../../../test/set-up/ingest.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { DatabaseUnavailableError, openDatabase } from '../../platform/db/database.ts'
import { InvariantError } from '../../platform/invariant.ts'
import { openIngest } from './ingest.ts'

const { db, url, newSystem, ingestOver, count, reasons } = setUpIngest()

describe('ingest with faults', () => {
  it('PRD-02 F7 refuses a message that our code breaks on, says so, and stores the others', async () => {
    const sender = await newSystem('110')
    const faults: unknown[] = []
    const ingest = openIngest({
      ...{ store: (batch) => storeBatch(db(), batch), now },
      onFault: (error) => faults.push(error),
    })
    const breaking = sender('reading', { at: at(0) })
    const fault = new RangeError('Maximum call stack size exceeded')
    Object.assign(breaking.payload, {
      toString() {
        throw fault
      },
    })
    await Promise.all([ingest.take(breaking), ingest.take(sender('reading', { at: at(10) }))])
    expect(faults).toEqual([fault])
    expect(await reasons('110')).toEqual(['reading unstorable'])
    expect(await count('110', 'reading')).toBe(1)
    await ingest.close()
  })

  it('one message that cannot be stored takes none of its batch down', async () => {
    const sender = await newSystem('101')
    const fault = Object.assign(new Error('out of range'), { code: '22003' })
    const ingest = openIngest({
      now,
      store: (batch) =>
        batch.some(({ kind }) => kind === 'state') ? Promise.reject(fault) : storeBatch(db(), batch),
    })
    const poison = sender('state', { at: at(5), status: 'on' })
    const others = Array.from({ length: 30 }, (_, i) => sender('reading', { at: at(i) }))
    await Promise.all([...others.slice(0, 9), poison, ...others.slice(9)].map(ingest.take))
    expect(await count('101', 'reading')).toBe(30)
    expect(await count('101', 'state')).toBe(0)
    expect(await reasons('101')).toEqual(['state unstorable'])
    await ingest.close()
  })

  it('HND-06 says for how long it has tried in vain to store the same messages', async () => {
    const sender = await newSystem('112')
    let ms = now().getTime()
    const [begun, room] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ingest = openIngest({
      now: () => new Date(ms),
      async store() {
        begun.resolve()
        await room.promise
        return { costs: new Map(), postponed: [] }
      },
    })
    expect(ingest.stalledMs()).toBe(0)
    const taken = ingest.take(sender('reading', { at: at(0) }))
    await begun.promise
    expect(ingest.stalledMs()).toBe(0)
    ms += 60_000
    expect(ingest.stalledMs()).toBe(60_000)
    room.resolve()
    await taken
    expect(ingest.stalledMs()).toBe(0)
    await ingest.close()
  })

  it('never puts a fault of the database down to a message', async () => {
    const sender = await newSystem('102')
    const faults = ['40P01', '53100', '25006', 'XX000', 'ETIMEDOUT']
    const ingest = openIngest({
      now,
      store: (batch) => {
        const code = faults.shift()
        if (code) return Promise.reject(Object.assign(new Error('fault'), { code }))
        return storeBatch(db(), batch)
      },
    })
    await ingest.take(sender('reading', { at: at(0) }))
    expect(await count('102', 'reading')).toBe(1)
    expect(await reasons('102')).toEqual([])
    await ingest.close()
  })

  it('PRD-02 tries again at once what could not be stored, and then less and less often', async () => {
    const sender = await newSystem('111')
    const pauses: number[] = []
    const ingest = openIngest({
      now,
      store: (batch) =>
        pauses.length < 3
          ? Promise.reject(Object.assign(new Error('fault'), { code: '40P01' }))
          : storeBatch(db(), batch),
      onRetry: (_error, pause) => pauses.push(pause),
    })
    await ingest.take(sender('reading', { at: at(0) }))
    expect(pauses).toEqual([20, 40, 80])
    await ingest.close()
  })

  it.each([
    ['103', new TypeError('x is not a function')],
    ['1031', new InvariantError('no row')],
    ['1032', new z.core.$ZodError([])],
  ])('a fault of our code with one message is put down to it in the end: %s', async (sn, fault) => {
    const sender = await newSystem(sn)
    const ingest = openIngest({
      now,
      store: (batch) =>
        batch.some((item) => item.kind === 'state') ? Promise.reject(fault) : storeBatch(db(), batch),
    })
    await Promise.all([
      ingest.take(sender('reading', { at: at(0) })),
      ingest.take(sender('state', { at: at(0), status: 'on' })),
    ])
    expect(await count(sn, 'reading')).toBe(1)
    expect(await reasons(sn)).toEqual(['state unstorable'])
    await ingest.close()
  })

  it('PRD-02 halves a batch that takes the database too long, and refuses nothing of it', async () => {
    const sender = await newSystem('120')
    const tried: number[] = []
    const ingest = openIngest({
      now,
      store: (batch) => {
        tried.push(batch.length)
        if (batch.length === 1 || tried.length > 20) return storeBatch(db(), batch)
        const cause = Object.assign(new Error('canceling statement'), { code: '57014' })
        return Promise.reject(new DatabaseUnavailableError('too slow', { cause }))
      },
    })
    await Promise.all([0, 10].map((seconds) => ingest.take(sender('reading', { at: at(seconds) }))))
    expect(tried).toEqual([2, 1, 1])
    expect(await count('120', 'reading')).toBe(2)
    expect(await reasons('120')).toEqual([])
    await ingest.close()
  })

  it('PRD-02 keeps what takes the database too long from holding up other units, and stores it later', async () => {
    const [slow, slowToo, other] = [await newSystem('121'), await newSystem('122'), await newSystem('123')]
    const isSlow = new Set([slow, slowToo].map((sender) => sender('reading', '').system))
    const ingest = openIngest({
      now,
      store: (batch) => {
        if (!batch.some(({ system }) => isSlow.has(system))) return storeBatch(db(), batch)
        const cause = Object.assign(new Error('canceling statement'), { code: '55P03' })
        return Promise.reject(new DatabaseUnavailableError('too slow', { cause }))
      },
    })
    const late = [slow, slowToo].map((sender) => ingest.take(sender('reading', { at: at(0) })))
    for (let i = 0; i < 20; i += 1) await ingest.take(other('reading', { at: at(i) }))
    expect([await count('123', 'reading'), await count('121', 'reading')]).toEqual([20, 0])
    isSlow.clear()
    await Promise.all(late)
    expect([await count('121', 'reading'), await count('122', 'reading')]).toEqual([1, 1])
    expect([...(await reasons('121')), ...(await reasons('122'))]).toEqual([])
    await ingest.close()
  })

  it('PRD-02 waits while the database is away; then all is stored once', async () => {
    const sender = await newSystem('104')
    const line = cuttable()
    const through = openDatabase(await line.through(url()))
    const retries: unknown[] = []
    const ingest = ingestOver(through, (error) => retries.push(error))
    await ingest.take(sender('reading', { at: at(0) }))
    await line.cut()
    const settled = vi.fn()
    const taken = [1, 2, 3, 2].map((i) => ingest.take(sender('reading', { at: at(i) })))
    for (const one of taken) one.then(settled, settled)
    await expect.poll(() => retries.length).toBeGreaterThan(1)
    expect(settled).not.toHaveBeenCalled()
    await line.mend()
    await Promise.all(taken)
    expect(await count('104', 'reading')).toBe(4)
    await ingest.close()
    await through.close()
    await line.cut()
  })
})
