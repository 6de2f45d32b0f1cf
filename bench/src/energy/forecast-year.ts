// How long the forecast of a system with a year of history takes, each quarter of an hour, and what a system-year takes on disk.
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
const QUARTERS_AN_HOUR = 4
/** From the last round until the following day is over and has been judged. */
const HOURS = 26
const DAYS_A_YEAR = 365
/** Systems are copied until the fixed size of a table no longer matters. */
const DOUBLINGS = 4
const OTHERS = 1_000_000
const MS = 1000
const MB = 1e6

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const fleet = await makeFleet(db, 100_000, UNITS)
  await makeOwners(db, fleet, UNITS)
  const end = new Date()
  // Two days before the measurements end, so that forecasts can be judged.
  const noon = startOfDay(dayAfter(dayOf(end, TIME_ZONE), -2), TIME_ZONE).getTime() + 48 * QUARTER_MS
  for (const member of fleet) await sealYear(patient, member, end)
  const begin = startOfDay(dayAfter(dayOf(new Date(noon), TIME_ZONE), -400), TIME_ZONE)
  await db.run('update ownership set since = $1', [begin])
  await patient.run('vacuum analyze')

  let issue = 0
  /** Makes all forecasts of the next quarter, or of a later one; resolves to ms a system, of the clock and of this process. */
  async function make(quarters = 1) {
    issue += quarters
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
  for (let i = 0; i < HOURS; i += 1) await make(QUARTERS_AN_HOUR)
  const yesterday = startOfDay(dayAfter(dayOf(end, TIME_ZONE), -1), TIME_ZONE)
  const day = await db.row(
    z.object({ bytes: z.number(), judged: z.boolean() }),
    `select max(pg_column_size(forecast_day.*))::float8 as bytes, bool_and(outcome <> '') as judged
     from forecast_day where start = $1`,
    [yesterday],
  )
  if (!day?.judged) throw new Error('the day between was not judged')
  await patient.run(
    `insert into forecast_day select start - days * interval '1 day', system, quarters, issues, outcome, reissued
     from forecast_day, generate_series(1, $1) as days where start = $2 on conflict do nothing`,
    [DAYS_A_YEAR, yesterday],
  )
  for (let i = 0; i < DOUBLINGS; i += 1)
    for (const table of ['sealed_day', 'forecast_day']) {
      await patient.run(`create table copied as table ${table}`)
      await patient.run('update copied set system = system + $1', [OTHERS << i])
      await patient.run(`insert into ${table} table copied`)
      await patient.run('drop table copied')
    }
  await patient.run('vacuum analyze')
  const sizes = await db.row(
    z.object({ sealed: z.number(), record: z.number() }),
    `select pg_total_relation_size('sealed_day')::float8 as sealed,
       pg_total_relation_size('forecast_day')::float8 as record`,
  )
  const perSystem = (bytes = Number.NaN) => bytes / (UNITS << DOUBLINGS) / MB
  const [sealed, record] = [perSystem(sizes?.sealed), perSystem(sizes?.record)]
  const memory = (kept?.bytes ?? Number.NaN) / MB
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
    { name: 'the record of a day', value: day.bytes, unit: 'bytes', target: { atMost: 300 } },
    {
      name: 'a system-year on disk, forecasts included',
      value: sealed + record + memory,
      unit: 'MB',
      note: `${sealed.toFixed(2)} sealed days, ${record.toFixed(2)} record`,
      target: { atMost: 1.7 },
    },
  ])
})
