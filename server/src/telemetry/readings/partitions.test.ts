import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { ago, NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { Sql } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { readingStore } from './store.ts'

const { db, system, reading, report } = setUpTelemetry()
const DAY_S = 86_400

/** Resolves to where a system's readings lie, the oldest first. */
async function placesOf(sql: Sql, id: number) {
  const rows = await sql.rows(
    z.object({ place: z.string() }),
    'select tableoid::regclass::text as place from reading where system = $1 order by at',
    [id],
  )
  return rows.map(({ place }) => place)
}

describe('raw readings', () => {
  it('PRD-03 lie by their days, older ones by their months; what is older still has a place too', async () => {
    const ancient = ago(600 * DAY_S)
    await report(reading(ago(0)), reading(ago(300 * DAY_S)), reading(ancient))
    const places = ['reading_other', 'reading_older_2025_08', 'reading_2026_06_18']
    expect(await placesOf(db(), system().id)).toEqual(places)
    await readingStore(db()).makePartitions(ancient)
    await readingStore(db()).makePartitions(NOW)
    expect(await placesOf(db(), system().id)).toEqual(places)
  })

  it('PRD-03 of 400 days ago lie by their month, as do those of the first day that is no longer kept by itself', async () => {
    await report(reading(ago(400 * DAY_S)), reading(ago(36 * DAY_S)), reading(ago(35 * DAY_S)))
    expect(await placesOf(db(), system().id)).toEqual([
      'reading_older_2025_05',
      'reading_older_2026_05',
      'reading_2026_05_14',
    ])
  })

  it('PRD-03 of the past are not read when partitions are made', async () => {
    await report(...[36, 60, 200, 400].map((days) => reading(ago(days * DAY_S))))
    const read = z.object({ read: z.int() })
    const found = await db().transaction(async (sql) => {
      await readingStore(sql).makePartitions(new Date(NOW.getTime() + 40 * DAY_S * 1000))
      return sql.row(
        read,
        `select coalesce(sum(seq_tup_read), 0)::integer as read from pg_stat_xact_user_tables
         where relname ~ '^reading_older'`,
      )
    })
    expect(found).toEqual({ read: 0 })
    expect(await readingStore(db()).hasPartition(new Date('2026-08-04T23:59:59Z'))).toBe(true)
    expect(await readingStore(db()).hasPartition(new Date('2026-08-05T00:00:00Z'))).toBe(false)
  })
})

describe('raw readings of before', () => {
  let old: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    old = await testDatabase('template0')
  })
  afterAll(() => old.close())

  it('PRD-03 are moved to where they belong, also of days whose partition could not be made', async () => {
    const known = await knownMigrations()
    await applyMigrations(
      old.db,
      known.filter((name) => name < '0070'),
    )
    await old.db.run(`select make_reading_partitions('2026-05-14', '2026-06-18')`)
    const days = ['2025-06-01', '2026-05-13', '2026-05-14', '2026-06-18', '2026-06-19', '2026-06-20']
    for (const day of days)
      await old.db.run('insert into reading (system, at, grid_w) values (7, $1, 5)', [`${day}T12:00Z`])
    await applyMigrations(old.db, known)
    expect(await placesOf(old.db, 7)).toEqual([
      'reading_older_2025_06',
      'reading_older_2026_05',
      'reading_2026_05_14',
      'reading_2026_06_18',
      'reading_2026_06_19',
      'reading_2026_06_20',
    ])
    const sum = z.object({ sum: z.int() })
    expect(await old.db.row(sum, 'select sum(grid_w)::integer as sum from reading')).toEqual({ sum: 30 })
  })
})
