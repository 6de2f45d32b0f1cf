import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { now, setUpIngest } from '../../../test/set-up/ingest.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { createSealing } from '../sealing/job.ts'
import type { Item } from './batch.ts'
import { openIngest } from './ingest.ts'

const { db, newSystem, ingestOver, count, reasons } = setUpIngest()
const SECOND = 1000
const LATE = Date.parse('2026-06-16T12:00:00Z')
const late = (seconds: number) => new Date(LATE + seconds * SECOND).toISOString()
const live = (seconds: number) => new Date(now().getTime() - seconds * SECOND).toISOString()

async function seal() {
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, now())));
}

describe('readings of sealed days', () => {
  it('PRD-02 HND-39 are stored once their day has been opened, which no batch of live data does', async () => {
    const sender = await newSystem('500')
    await ingestOver().take(sender('reading', { at: late(0) }))
    await seal()
    const batches: { size: number; opening: number; postponed: number }[] = []
    const ingest = openIngest({
      async store(batch, mayOpen) {
        const written = await storeBatch(db(), batch, { mayOpen })
        const [opening, postponed] = [batch.filter(mayOpen).length, written.postponed.length]
        batches.push({ size: batch.length, opening, postponed })
        return written
      },
      now,
    })
    await ingest.take(
      sender(
        'reading',
        [1, 2, 3].map((i) => ({ at: late(i) })),
      ),
    )
    expect(batches).toEqual([
      { size: 3, opening: 0, postponed: 3 },
      { size: 3, opening: 1, postponed: 0 },
    ])
    expect(await count('500', 'reading')).toBe(4)
    await ingest.close()
  })

  it('PRD-02 are stored also if others of their day that come with them are stored already', async () => {
    const sender = await newSystem('503')
    await ingestOver().take(sender('reading', [{ at: late(0) }, { at: late(1) }]))
    await seal()
    const ingest = ingestOver()
    await ingest.take(sender('reading', [{ at: late(0) }, { at: late(1) }, { at: late(2) }]))
    await seal()
    await Promise.all([
      ingest.take(sender('reading', [{ at: late(0) }, { at: late(1) }])),
      ingest.take(sender('reading', [{ at: late(3) }, { at: late(4) }])),
    ])
    expect(await count('503', 'reading')).toBe(5)
    await ingest.close()
  })

  it('PRD-02 are stored or refused before ingest is closed', async () => {
    const sender = await newSystem('501')
    await ingestOver().take(sender('reading', [{ at: late(0) }, { at: late(86_400) }]))
    await seal()
    await db().run('delete from reading where at = $1', [late(86_400)])
    const ingest = ingestOver()
    const taken = ingest.take(sender('reading', [{ at: late(1) }, { at: late(86_401) }]))
    await ingest.close()
    await taken
    expect([await count('501', 'reading'), await reasons('501')]).toEqual([2, ['reading time_past']])
  })

  it('PRD-02 F8 cost as much as hundreds of others if they open their day, and nothing if they come again', async () => {
    const sender = await newSystem('502')
    await ingestOver().take(sender('reading', { at: late(0) }))
    await seal()
    const { system } = sender('reading', null)
    const costOf = async (at: string) => {
      const unknown = { gridVoltage: null, grid: null, pv: null, battery: null, soc: null, output: null }
      const counters = { pv: null, import: null, feedIn: null, charge: null, discharge: null }
      const reading = { ...unknown, counters, at: new Date(at) }
      const batch = [{ kind: 'reading' as const, system, receivedAt: now(), reading }]
      return (await storeBatch(db(), batch)).costs.get(system)
    }
    expect([await costOf(late(0)), await costOf(late(1)), await costOf(late(2))]).toEqual([
      undefined,
      250,
      undefined,
    ])
  })

  it('HND-39 F8 of many units open a few days in a transaction, and keep nobody’s live data waiting', async () => {
    const batches: { opening: number; units: ReadonlySet<number> }[] = []
    const isLate = (item: Item) => item.kind === 'reading' && item.reading.at.getTime() < LATE + 86_400_000
    const ingest = openIngest({
      async store(batch, mayOpen) {
        const opening = batch.filter(mayOpen).length
        batches.push({ opening, units: new Set(batch.map(({ system }) => system)) })
        await sleep(1)
        const readings = batch.filter((item) => item.kind === 'reading')
        const waiting = readings.filter((item) => isLate(item) && !mayOpen(item))
        return { costs: new Map(), postponed: waiting.map((item) => ({ item, opens: true })) }
      },
      now,
    })
    const of = (system: number, at: string) => ({
      ...{ system, sn: serialNumber.parse(`${system}`), topic: 'reading' as const },
      payload: Buffer.from(JSON.stringify({ at })),
    })
    const units = Array.from({ length: 20 }, (_, i) => 1 + i)
    const taken = units.flatMap((unit) =>
      Array.from({ length: 20 }, (_, i) => ingest.take(of(unit, late(i - 86_400 * unit)))),
    )
    while (!batches.some(({ opening }) => opening > 0)) await sleep(1)
    const before = batches.length
    await ingest.take(of(1000, live(5)))
    expect(batches.slice(before).filter(({ opening }) => opening > 0).length).toBeLessThan(3)
    await Promise.all(taken)
    expect(Math.max(...batches.map(({ opening }) => opening))).toBe(5)
    expect(batches.filter(({ units }) => units.has(1000)).map(({ opening }) => opening)).toEqual([0])
    await ingest.close()
  })
})
