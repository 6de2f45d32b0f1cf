// How long the watchdog takes for a system each night, with its database: it reads sixty-seven days and a year of PV, and judges them;
// and how long in the hours of a day, in which it reads the last of them.
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { judgeHours } from '@kellersonne/server/energy/findings/hours'
import { judgeSystems } from '@kellersonne/server/energy/findings/judging'
import { makeForecasts } from '@kellersonne/server/energy/forecast/making'
import { packPowers, unpackPowers } from '@kellersonne/server/energy/forecast/year'
import { type Db, openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeOwners } from '../lib/fleet.ts'
import { cpuMsOf } from '../lib/processes.ts'
import { report } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { backedUpFleet } from '../operations/backed-up-fleet.ts'

const DAYS = 68
const DAY_QUARTERS = 96
const SMALL = 40
const LARGE = 400

const member = z.object({ id: z.int(), sn: serialNumber })
const checked = z.object({ count: z.int() })
const backend = z.object({ pid: z.int() })
const ends = z.object({ at: z.date() })
const HOURS = 24
const HOUR_MS = 3_600_000
const remembered = z.object({ system: z.int(), pv: z.instanceof(Buffer) })

/** Has the forecast job remember what there is of these days, and repeats it for the year before. */
async function rememberYears(db: Db, now: Date) {
  while (await db.transaction((sql) => makeForecasts(sql, now)));
  for (const { system, pv } of await db.rows(remembered, 'select system, pv from forecast_memory')) {
    const { powers, curtailed } = unpackPowers(pv)
    const first = powers.findIndex((power) => power !== null)
    const period = Math.floor((powers.length - first) / DAY_QUARTERS) * DAY_QUARTERS
    const later = (i: number) => i + Math.ceil(Math.max(0, first - i) / period) * period
    const packed = packPowers({ powers: powers.map((_, i) => powers[later(i)] ?? null), curtailed })
    await db.run('update forecast_memory set pv = $2 where system = $1', [system, packed])
  }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const url = env['DATABASE_URL'] ?? ''
  const patient = openDatabase(url, { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  await backedUpFleet(db, url, stage, { systems: LARGE, sealed: DAYS, open: 1, withReadings: 0 })
  const fleet: Member[] = await db.rows(member, 'select id, sn from storage_system order by id')
  const now = new Date()

  /** Gives these systems an owner and judges all that are due; resolves to ms of the CPU per system. */
  async function judge(systems: readonly Member[], owner: number) {
    await makeOwners(db, systems, 1, owner)
    await rememberYears(db, now)
    await patient.run('vacuum analyze')
    await patient.transaction((sql) => judgeSystems(sql, now))
    const night = await cpuOf(async () => {
      while (await patient.transaction((sql) => judgeSystems(sql, now)));
    })
    return {
      server: night.server / systems.length,
      database: night.database / systems.length,
      both: (night.server + night.database) / systems.length,
    }
  }

  /** Resolves to ms of the CPU, here and in the database. */
  async function cpuOf(work: () => Promise<void>) {
    // After so much waiting, the connection may be a new one.
    const pid = (await patient.row(backend, 'select pg_backend_pid() as pid'))?.pid ?? 0
    const [here, there] = [process.cpuUsage(), cpuMsOf(pid)]
    await work()
    const { user, system } = process.cpuUsage(here)
    return { server: (user + system) / 1000, database: cpuMsOf(pid) - there }
  }

  /** Looks at each hour of the last day with quarters; resolves to ms of the CPU per system. */
  async function judgeDay() {
    const last = (await patient.row(ends, 'select max(at) as at from quarter'))?.at.getTime() ?? 0
    const hour = async (before: number) => {
      const at = new Date(last - before * HOUR_MS)
      await patient.run('update latest set reading_at = $1', [at])
      await patient.run('update watch set hour_due_at = $1 where hour_due_at is not null', [at])
      return cpuOf(async () => {
        while (await patient.transaction((sql) => judgeHours(sql, at)));
      })
    }
    await hour(HOURS)
    let sum = 0
    for (let before = HOURS - 1; before >= 0; before -= 1) {
      const { server, database } = await hour(before)
      sum += server + database
    }
    return sum / fleet.length
  }
  await judge(fleet.slice(0, SMALL / 2), 0)
  const small = await judge(fleet.slice(SMALL / 2, SMALL), 1)
  const large = await judge(fleet.slice(SMALL), 2)
  const day = await judgeDay()
  const watched = await db.row(
    checked,
    'select count(*)::integer as count from watch where hour_due_at is not null',
  )
  const known = await db.row(
    checked,
    `select count(*)::integer as count from watch where checks @> '[{"name": "round_trip", "verdict": "usual"}, {"name": "pv", "verdict": "usual"}]'`,
  )
  report(`watchdog job: systems with ${DAYS} days`, [
    { name: `a night of a system of ${LARGE}, of the CPU`, value: large.both, unit: 'ms' },
    { name: 'of these in the server', value: large.server, unit: 'ms' },
    { name: 'of these in the database', value: large.database, unit: 'ms' },
    { name: `a night of a system of ${SMALL}, of the CPU`, value: small.both, unit: 'ms' },
    {
      name: 'the hours of a day',
      value: day,
      unit: 'ms',
      note: `${watched?.count} of ${fleet.length} systems`,
    },
    { name: 'a system and day', value: large.both + day, unit: 'ms', target: { atMost: 20 } },
    { name: `${LARGE} to ${SMALL}`, value: large.both / small.both, unit: '', target: { atMost: 1.2 } },
    { name: 'systems whose round trip and PV could be judged', value: known?.count ?? Number.NaN, unit: '' },
  ])
})
