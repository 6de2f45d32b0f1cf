// The size of sealed days, and how fast those of a fleet are sealed.
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import { openJumpReports } from '@kellersonne/server/telemetry/sealing/jump-reports'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet } from '../lib/fleet.ts'
import { report, spread } from '../lib/report.ts'
import { daysBefore, putQuarters, sampledDays } from '../lib/sampled-year.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const SYSTEMS = 4
const DAYS = 365
const MB = 1e6
/** Systems that each have one day to seal, as every night. */
const FLEET = 1000
const NIGHTS = 3
const ALL_SYSTEMS = 100_000
const HOUR_MS = 3_600_000

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const now = new Date()
  const seal = async () => {
    const sealDays = createSealing(openJumpReports({ warn: () => undefined }))
    const began = performance.now()
    while (await db.transaction((sql) => sealDays(sql, now)));
    return performance.now() - began
  }
  const fleet = await makeFleet(db, 1, FLEET)
  await db.run('insert into latest (system) select id from storage_system')
  const days = daysBefore(now, DAYS)
  const households = fleet.slice(0, SYSTEMS).map(({ id }) => ({ id, draw: sampledDays(id) }))
  for (const { start, until } of days)
    for (const { id, draw } of households)
      await putQuarters(db, id, draw(start.getTime(), (until.getTime() - start.getTime()) / QUARTER_MS))
  await seal()
  const size = await db.row(
    z.object({ all: z.number(), index: z.number() }),
    `select pg_total_relation_size('sealed_day')::float8 as all, pg_indexes_size('sealed_day')::float8 as index`,
  )

  const nights: number[] = []
  for (let night = 0; night < NIGHTS; night += 1) {
    const start = (days[0]?.start.getTime() ?? 0) - (night + 1) * 96 * QUARTER_MS
    const quarters = sampledDays(night)(start, 96)
    for (const { id } of fleet) await putQuarters(db, id, quarters)
    await patient.run('vacuum analyze quarter')
    nights.push(((await seal()) / FLEET) * ALL_SYSTEMS)
  }
  const hours = nights.map((ms) => ms / HOUR_MS)
  report(`sealing: ${SYSTEMS} system-years of readings every 10 s in whole watts; ${FLEET} systems a night`, [
    {
      name: 'a system-year on disk, indexes included',
      value: (size?.all ?? Number.NaN) / SYSTEMS / MB,
      unit: 'MB',
      target: { atMost: 2 },
      note: `${((size?.index ?? 0) / SYSTEMS / 1000).toFixed(0)} kB of index`,
    },
    {
      name: `${ALL_SYSTEMS} systems, one day each`,
      value: median(hours),
      unit: 'h',
      target: { atMost: 2 },
      note: spread(hours),
    },
  ])
})
