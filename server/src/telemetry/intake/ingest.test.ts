import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { at, now, setUpIngest } from '../../../test/set-up/ingest.ts'
import type { UpTopic } from '../../platform/broker/topics.ts'
import type { Item } from './batch.ts'
import { openIngest } from './ingest.ts'

const { db, newSystem, ingestOver, count, reasons } = setUpIngest()

describe('ingest', () => {
  it('PRD-02 stores what is good and keeps what is refused with its reason', async () => {
    const sender = await newSystem('100')
    const ingest = ingestOver()
    await Promise.all([
      ingest.take(sender('reading', [{ at: at(0) }, { at: at(10), soc: 101 }, { at: at(20) }])),
      ingest.take(sender('state', { at: at(0), status: 'on' })),
      ingest.take(sender('state', { at: at(0), status: 'broken' })),
    ])
    expect(await count('100', 'reading')).toBe(2)
    expect(await count('100', 'state')).toBe(1)
    expect(new Set(await reasons('100'))).toEqual(new Set(['reading out_of_range', 'state malformed']))
    await ingest.close()
  })

  it('closing stores what was taken; what cannot be stored then is not acknowledged', async () => {
    const sender = await newSystem('105')
    const ingest = ingestOver()
    const taken = ingest.take(sender('reading', { at: at(0) }))
    await ingest.close()
    await taken
    expect(await count('105', 'reading')).toBe(1)
    await expect(ingest.take(sender('reading', { at: at(1) }))).rejects.toThrow('closed')

    const away = openIngest({
      now,
      store: () => Promise.reject(Object.assign(new Error(), { code: '57P03' })),
    })
    const lost = away.take(sender('reading', { at: at(2) }))
    const outcome = expect(lost).rejects.toThrow('not stored')
    await away.close()
    await outcome
  })

  it('PRD-02 closing waits for what is being written', async () => {
    const sender = await newSystem('108')
    const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ingest = openIngest({
      now,
      store: () => {
        begun.resolve()
        return written.promise.then(() => ({ costs: new Map(), postponed: [] }))
      },
    })
    const taken = ingest.take(sender('reading', { at: at(0) }))
    await begun.promise
    const order: string[] = []
    const closing = ingest.close().then(() => order.push('closed'))
    await db().run('select 1')
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
        return { costs: new Map(), postponed: [] }
      },
    })
    const of = (system: number) => ({ system, sn: serialNumber.parse(`${system}`), ...reading })
    await Promise.all(Array.from({ length: 2500 }, (_, i) => ingest.take(of(1 + (i % 250)))))
    await ingest.take(of(1))
    expect([...sizes.slice(0, 2), sizes.at(-1)]).toEqual([1000, 1000, 1])
    expect(sizes.length).toBeLessThan(7)
    await ingest.close()
  })

  it('HND-39 F8 stores states of many units with many messages apart from readings, and few in one transaction', async () => {
    const batches: Item[][] = []
    const ingest = openIngest({
      now,
      store: async (batch) => {
        batches.push([...batch])
        await sleep(5)
        return { costs: new Map(), postponed: [] }
      },
    })
    const of = (system: number, topic: UpTopic, content: unknown) => ({
      ...{ system, sn: serialNumber.parse(`${system}`), topic },
      payload: Buffer.from(JSON.stringify(content)),
    })
    const message1 = Array.from({ length: 50 }, (_, i) => `m${i}`)
    const taken = Array.from({ length: 60 }, (_, i) =>
      ingest.take(of(1 + i, 'state', { at: at(10_790), status: 'on', message1, message2: message1 })),
    )
    const seen = ingest.take(of(1000, 'reading', { at: at(10_790) })).then(() => batches.length)
    await Promise.all(taken)
    expect(await seen).toBeLessThan(4)
    expect(batches.every((batch) => new Set(batch.map(({ kind }) => kind)).size === 1)).toBe(true)
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(5)
    await ingest.close()
  })

  it('keeps at most 10 000 refusals, the newest', async () => {
    const sender = await newSystem('107')
    const ingest = ingestOver()
    const [first, rest] = [sender('reading', { at: 'first' }), sender('reading', [...Array(100).keys()])]
    await ingest.take(first)
    await Promise.all(Array.from({ length: 100 }, () => ingest.take(rest)))
    expect(await count('107', 'refused')).toBe(10_000)
    const kept = await db().row(
      z.object({ n: z.int() }),
      "select count(*) as n from refused where payload like '%first%'",
    )
    expect(kept?.n).toBe(0)
    await ingest.close()
  })
})
