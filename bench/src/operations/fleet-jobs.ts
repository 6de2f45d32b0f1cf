// How the time that jobs take per system grows from a small fleet to a large one, and what owners notice of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { getCurrentData } from '@kellersonne/contract/live/live'
import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import { makeForecasts } from '@kellersonne/server/energy/forecast/making'
import { type Db, openDatabase, type Sql } from '@kellersonne/server/platform/db/database'
import { counters, folded } from '@kellersonne/server/telemetry/readings/columns'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { type Figure, report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'

const SMALL = 1000
const LARGE = 20_000
const TIME_ZONE = 'Europe/Berlin'
const PROBE_MS = 25
/** Idle calls, to compare with. */
const PROBES = 400

const sums = folded.flatMap((m) => ['sum', 'min', 'max', 'count'].map((of) => `${m}_${of}`))
const counted = counters.flatMap(({ name: c }) => [`${c}_first`, `${c}_last`, c])

/** Gives every system the quarters of one day, in the order in which units send them. */
const fill = (db: Db, start: Date, until: Date) =>
  db.run(
    `insert into quarter (system, at, readings, ${[...sums, ...counted].join()})
     select id, at, 90, ${[
       ...sums.map((name) => (name.endsWith('_count') ? '90' : '(random() * 5e6)::integer')),
       ...counted.map(() => '4000000'),
     ].join()}
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', interval '15 minutes') as at
     cross join storage_system order by at, id`,
    [start, until],
  )

/** Does parts until there are no more; resolves to ms per system. */
async function drain(db: Db, systems: number, part: (sql: Sql) => Promise<boolean>) {
  const began = performance.now()
  while (await db.transaction(part));
  return (performance.now() - began) / systems
}

/** Asks for an owner's current data again and again until `isOver`; resolves to how long each answer took, in ms. */
async function probe(ask: () => Promise<Response>, isOver: (probes: number) => boolean) {
  const took: number[] = []
  while (!isOver(took.length)) {
    const began = performance.now()
    const answer = await ask()
    if (!answer.ok) throw new Error(`current data: ${answer.status}`)
    await answer.arrayBuffer()
    took.push(performance.now() - began)
    await sleep(PROBE_MS)
  }
  return took
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const now = quarterOf(new Date())
  const today = startOfDay(dayOf(now, TIME_ZONE), TIME_ZONE)
  const yesterday = startOfDay(dayAfter(dayOf(now, TIME_ZONE), -1), TIME_ZONE)
  const later = (quarters: number) => new Date(now.getTime() + quarters * QUARTER_MS)

  const [email = ''] = await makeOwners(db, await makeFleet(db, 100_000, SMALL), SMALL / 2)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, ROLES: 'api' })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const { access } = await signInAs(email, url)
  const ask = () => fetch(url + getCurrentData.path, { headers: { authorization: `Bearer ${access}` } })

  /** Both jobs, each beside an owner's calls: those take the same share of the machine from a fleet of any size. */
  async function measure(systems: number) {
    await db.run('insert into latest (system) select id from storage_system on conflict do nothing')
    await patient.run('truncate quarter, sealed_day')
    await fill(patient, yesterday, today)
    await patient.run('vacuum analyze')
    // Days are sealed hours after they were written: the first change of a page costs its full image, in a fleet of any size.
    await patient.run('checkpoint')
    await drain(db, systems, (sql) => makeForecasts(sql, later(-1)))
    let isOver = false
    const probed = probe(ask, () => isOver)
    const forecasts = await drain(db, systems, (sql) => makeForecasts(sql, now))
    const sealDays = createSealing()
    const sealing = await drain(db, systems, (sql) => sealDays(sql, later(4 * 24)))
    isOver = true
    return { forecasts, sealing, beside: await probed }
  }

  const small = await measure(SMALL)
  const more = await makeFleet(db, 200_000, LARGE - SMALL)
  await db.run(
    `insert into ownership (system, owner, since)
     select system, owner.id, $2 from unnest($1::integer[]) with ordinality as more(system, nth)
     join (select id, row_number() over (order by id) as nth from owner) as owner
       on owner.nth = 1 + more.nth % (select count(*) from owner)`,
    [more.map(({ id }) => id), yesterday],
  )
  await probe(ask, (probes) => probes === PROBES)
  const idle = await probe(ask, (probes) => probes === PROBES)
  const large = await measure(LARGE)

  const job = (name: string, of: 'forecasts' | 'sealing'): Figure[] => [
    {
      name: `${name}: of ${LARGE} to of ${SMALL}`,
      value: large[of] / small[of],
      unit: '',
      target: { atMost: 1.2 },
    },
    { name: `${name}: a system of ${SMALL}`, value: small[of], unit: 'ms' },
    { name: `${name}: a system of ${LARGE}`, value: large[of], unit: 'ms' },
  ]
  report(`fleet jobs: ${SMALL} and ${LARGE} systems, a day of quarters each`, [
    ...job('forecasts', 'forecasts'),
    ...job('sealing', 'sealing'),
    { name: 'an owner’s current data beside them, p99', value: percentile(large.beside, 0.99), unit: 'ms' },
    { name: 'the same with nothing beside, p99', value: percentile(idle, 0.99), unit: 'ms' },
  ])
})
