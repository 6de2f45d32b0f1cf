// How long the forecasts of a fleet take, which are recomputed every quarter of an hour.
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import { makeForecasts } from '@kellersonne/server/energy/forecast/making'
import { type Db, openDatabase } from '@kellersonne/server/platform/db/database'
import { counters, measures } from '@kellersonne/server/telemetry/readings/columns'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { report, spread } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const UNITS = 1000
const OWNERS = 300
const DAYS = 15
const ROUNDS = 3
/** Maximum share of a quarter of an hour, leaving room for everything else. */
const SHARE = 0.1

const folded = [...measures.map(({ name }) => name), 'load_w'].flatMap((m) =>
  ['sum', 'min', 'max', 'count'].map((of) => `${m}_${of}`),
)
const counted = counters.flatMap(({ name: c }) => [`${c}_first`, `${c}_last`, c])

/** Stores fifteen days of quarters in order of arrival, so that those of one system are far apart. */
const fill = (db: Db, now: Date) =>
  db.run(
    `insert into quarter (system, at, readings, ${[...folded, ...counted].join()})
     select id, at, 90, ${[
       ...folded.map((name) => (name.endsWith('_count') ? '90' : '(random() * 5e6)::integer')),
       ...counted.map(() => '4000000'),
     ].join()}
     from generate_series($1::timestamptz, $2, interval '15 minutes') as at cross join storage_system
     order by at, id`,
    [new Date(now.getTime() - DAYS * 96 * QUARTER_MS), now],
  )

async function makeAll(db: Db, now: Date) {
  const parts: number[] = []
  const began = performance.now()
  for (let more = true; more; ) {
    const start = performance.now()
    more = await db.transaction((sql) => makeForecasts(sql, now))
    parts.push(performance.now() - start)
  }
  return { ms: performance.now() - began, longest: Math.max(...parts) }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  await makeOwners(db, await makeFleet(db, 100_000, UNITS), OWNERS)
  const now = quarterOf(new Date())
  await fill(patient, now)
  await patient.run('vacuum analyze quarter')
  const rounds: Awaited<ReturnType<typeof makeAll>>[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await makeAll(db, new Date(now.getTime() + round * QUARTER_MS)))
  const seconds = rounds.map(({ ms }) => ms / 1000)
  report(`forecast job: ${UNITS} systems, ${DAYS} days of quarters`, [
    {
      name: 'share of a quarter of an hour',
      value: (median(seconds) * 1000) / QUARTER_MS,
      unit: '',
      target: { atMost: SHARE },
    },
    { name: 'all systems', value: median(seconds), unit: 's', note: spread(seconds) },
    {
      name: 'the longest part, one transaction',
      value: Math.max(...rounds.map(({ longest }) => longest)),
      unit: 'ms',
    },
  ])
})
