import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { readingStore } from '../readings/store.ts'
import { createSealing, type OnSealed } from './job.ts'
import { createRetention } from './retention.ts'

const { db, system, reading, report } = setUpTelemetry()
const count = z.object({ n: z.int() })

/** Deletes what is past its retention; resolves to the number of parts that took. */
async function forget(now: Date, onSealed?: OnSealed): Promise<number> {
  const forgetSome = createRetention(onSealed)
  let parts = 1
  while (await db().transaction((sql) => forgetSome(sql, now))) parts += 1
  return parts
}

/** Resolves to the raw readings left at an instant, once all days that are over have been sealed. */
async function kept(at: string) {
  const now = new Date(at)
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, now)));
  await forget(now)
  const row = await db().row(count, 'select count(*)::int as n from reading where system = $1', [system().id])
  return row?.n
}

describe('raw readings', () => {
  it('PRD-03 of a day are kept until 35 days after it', async () => {
    await readingStore(db()).makePartitions(new Date('2026-07-01T00:00:00Z'))
    await report(reading(new Date('2026-06-01T12:00:00Z')), reading(new Date('2026-06-02T12:00:00Z')))
    expect(await kept('2026-07-06T23:59:59.999Z')).toBe(2)
    expect(await kept('2026-07-07T00:00:00Z')).toBe(1)
    expect(await kept('2026-07-08T00:00:00Z')).toBe(0)
  })

  it('PRD-03 that came later than their day’s partition are kept for 35 days after it was sealed anew', async () => {
    const seenAt = new Date('2026-09-10T12:00:00Z')
    await report(reading(new Date('2026-06-01T00:00:00Z'), {}, seenAt))
    expect(await kept('2026-09-10T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00.001Z')).toBe(0)
  })

  it('PRD-03 that came that late are deleted even if the only one is of its day’s first instant', async () => {
    const seenAt = new Date('2026-09-10T12:00:00Z')
    await report(reading(new Date('2026-04-30T22:00:00Z'), {}, seenAt))
    expect(await kept('2026-09-10T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00.001Z')).toBe(0)
  })

  it('PRD-03 F10 are deleted in time although a unit opens days again and again, and nothing of its day is lost', async () => {
    await readingStore(db()).makePartitions(new Date('2026-07-01T00:00:00Z'))
    await report(reading(new Date('2026-06-01T12:00:00Z')), reading(new Date('2026-06-02T12:00:00Z')))
    const now = new Date('2026-07-08T00:00:00Z')
    const sealDays = createSealing()
    while (await db().transaction((sql) => sealDays(sql, now)));
    const opened = [new Date('2026-05-01T12:00:00Z'), new Date('2026-06-01T12:00:10Z')]
    await report(...opened.map((at) => reading(at, {}, now)))
    const judged: Date[][] = []
    await forget(now, async (_sql, _system, ...span) => void judged.push(span))
    const left = await db().rows(
      z.object({ at: z.date() }),
      'select at from reading where system = $1 order by at',
      [system().id],
    )
    expect(left).toEqual([{ at: opened[0] }])
    expect(judged).toEqual([[new Date('2026-05-31T22:00:00Z'), new Date('2026-06-01T22:00:00Z')]])
    const sealed = z.object({ start: z.date(), told: z.int() })
    const days = 'select start, told from sealed_day where system = $1 order by start'
    expect(await db().rows(sealed, days, [system().id])).toEqual([
      { start: new Date('2026-05-31T22:00:00Z'), told: 2 },
      { start: new Date('2026-06-01T22:00:00Z'), told: 1 },
    ])
  })

  it('PRD-03 wait where so much is open that sealing must be behind', async () => {
    await readingStore(db()).makePartitions(new Date('2026-07-01T00:00:00Z'))
    await report(reading(new Date('2026-06-01T12:00:00Z')))
    await db().run(
      `insert into storage_system (sn, phase, time_zone, secret_hash)
       select (90000 + n)::text, 1, 'Europe/Berlin', '' from generate_series(1, 1000) as n`,
    )
    await db().run(
      `insert into quarter select (jsonb_populate_record(quarter, jsonb_build_object('system', id))).*
       from quarter, storage_system where system = $1 and sn like '9____'`,
      [system().id],
    )
    const now = new Date('2026-07-08T00:00:00Z')
    const names = z.object({ name: z.string() })
    const days = `select relname as name from pg_class where relname = 'reading_2026_06_01'`
    await forget(now)
    expect(await db().rows(names, days)).toHaveLength(1)
    await db().run(`delete from quarter where system = (select id from storage_system where sn = '91000')`)
    await forget(now)
    expect(await db().rows(names, days)).toEqual([])
  })
})
