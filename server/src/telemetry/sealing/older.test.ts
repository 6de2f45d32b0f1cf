import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { createSealing } from './job.ts'
import { createClearing } from './older.ts'
import { createRetention } from './retention.ts'

const { db, system, reading, report, newSystem } = setUpTelemetry()
const DAY_MS = 86_400_000
const OLD = new Date('2025-09-10T12:00:00Z')
const count = z.object({ n: z.int() })

const kept = async (id = system().id) =>
  (await db().row(count, 'select count(*)::int as n from reading where system = $1', [id]))?.n

async function seal(now: Date) {
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, now)));
}

/** Adds raw readings to a day that is sealed, as if it held them. */
const addMany = (readings: number) =>
  db().run(
    `insert into reading (system, at)
     select $1, $2::timestamptz + i * interval '10 milliseconds' from generate_series(1, $3::integer) as i`,
    [system().id, OLD, readings],
  )

describe('readings that came after the partition of their day was dropped', () => {
  it('PRD-03 F10 are deleted in bounded numbers, and their day stays sealed from the first on', async () => {
    await report(reading(OLD, {}, NOW))
    await seal(NOW)
    await addMany(120_000)
    const removeOlder = createClearing()
    const later = new Date(NOW.getTime() + 1)
    const left: (number | undefined)[] = []
    while (await db().transaction((sql) => removeOlder(sql, later))) left.push(await kept())
    expect(left).toEqual([70_001, 20_001, 0])
  })

  it('PRD-03 F10 that are being deleted are not counted again when they come again', async () => {
    await report(reading(OLD, {}, NOW), reading(new Date(OLD.getTime() + DAY_MS), {}, NOW))
    await seal(NOW)
    await addMany(60_000)
    await db().transaction((sql) => createClearing()(sql, new Date(NOW.getTime() + 1)))
    expect(await kept()).toBe(10_002)
    await report(reading(OLD, {}, NOW), reading(new Date(OLD.getTime() + 1), {}, NOW))
    const days = 'select count(*)::int as n from sealed_day where system = $1'
    expect(await db().row(count, days, [system().id])).toEqual({ n: 2 })
    const refusals = `select count(*)::int as n from refused where system = $1 and reason = 'time_past'`
    expect(await db().row(count, refusals, [system().id])).toEqual({ n: 2 })
  })

  it('PRD-03 are deleted of many systems, a few at a time', async () => {
    const systems: number[] = []
    for (let i = 0; i < 45; i += 1) systems.push((await newSystem()).id)
    const of = (id: number) => ({ ...reading(OLD, {}, NOW), system: id })
    await report(...systems.map(of))
    await seal(NOW)
    await report({ ...reading(OLD, {}, NOW), system: system().id })
    const forget = createRetention()
    const later = new Date(NOW.getTime() + 36 * DAY_MS)
    while (await db().transaction((sql) => forget(sql, later)));
    const left = await db().row(
      count,
      'select count(*)::int as n from reading where system = any($1) or system = $2',
      [systems, system().id],
    )
    expect(left).toEqual({ n: 1 })
  })

  it('PRD-03 lose their month once nothing in it can be needed, which is not made again', async () => {
    const months = async (now: Date) => {
      const forget = createRetention()
      while (await db().transaction((sql) => forget(sql, now)));
      await db().run('select make_reading_partitions($1, $1)', [new Date(now.getTime() - 35 * DAY_MS)])
      const found = await db().row(
        z.object({ first: z.string() }),
        `select min(relname) as first from pg_class where relname ~ '^reading_older_' and relkind = 'r'`,
      )
      return found?.first
    }
    expect(await months(new Date('2026-07-05T23:59:59Z'))).toBe('reading_older_2025_03')
    expect(await months(new Date('2026-08-04T12:00:00Z'))).toBe('reading_older_2025_04')
    expect(await months(new Date('2026-08-05T12:00:00Z'))).toBe('reading_older_2025_05')
  })
})
