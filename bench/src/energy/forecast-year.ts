// How long the forecast of a system with a year of history takes, each quarter of an hour, and what is kept for it.
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { makeForecasts } from '@kellersonne/server/energy/forecast/making'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { report, spread } from '../lib/report.ts'
import { sealYear } from '../lib/sampled-year.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const UNITS = 5
const TIME_ZONE = 'Europe/Berlin'
/** Enough for what is learnt from 60 days, a few with each. */
const LEARNING = 35
const ROUNDS = 20
const MS = 1000

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const fleet = await makeFleet(db, 100_000, UNITS)
  await makeOwners(db, fleet, UNITS)
  const noon = startOfDay(dayOf(new Date(), TIME_ZONE), TIME_ZONE).getTime() + 48 * QUARTER_MS
  for (const member of fleet) await sealYear(patient, member, new Date(noon))
  const begin = startOfDay(dayAfter(dayOf(new Date(noon), TIME_ZONE), -400), TIME_ZONE)
  await db.run('update ownership set since = $1', [begin])
  await patient.run('vacuum analyze')

  let issue = 0
  /** Makes all forecasts of the next quarter; resolves to ms a system, of the clock and of this process. */
  async function make() {
    issue += 1
    const now = new Date(noon + issue * QUARTER_MS)
    const [began, before] = [performance.now(), process.cpuUsage()]
    while (await db.transaction((sql) => makeForecasts(sql, now)));
    const { user, system } = process.cpuUsage(before)
    return { clock: (performance.now() - began) / UNITS, own: (user + system) / MS / UNITS }
  }
  const first = await make()
  const learning = []
  for (let i = 0; i < LEARNING; i += 1) learning.push(await make())
  const rounds = []
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await make())
  const kept = await db.row(
    z.object({ bytes: z.number() }),
    `select avg(pg_column_size(pv) + pg_column_size(load) + pg_column_size(pv_memory) + pg_column_size(load_memory))::float8
       as bytes from forecast_memory`,
  )
  const own = rounds.map((round) => round.own)
  report(`forecast year: ${UNITS} systems with a year of quarters`, [
    {
      name: 'one forecast, of this process',
      value: median(own),
      unit: 'ms',
      note: spread(own),
      target: { atMost: 25 },
    },
    { name: 'one forecast, by the clock', value: median(rounds.map(({ clock }) => clock)), unit: 'ms' },
    { name: 'the first, reading the year', value: first.clock, unit: 'ms' },
    {
      name: 'each while learning from 60 days',
      value: median(learning.map((round) => round.own)),
      unit: 'ms',
    },
    { name: 'kept of a system', value: (kept?.bytes ?? 0) / 1000, unit: 'kB' },
  ])
})
