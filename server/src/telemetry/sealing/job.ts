import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { type Ended, type SystemDay, sealedStore } from './store.ts'

/** What is sent once more after an outage comes first. */
const SETTLED_MS = 3 * 3_600_000
const POLL_MS = 10 * 60_000
/** So few that nothing else waits long for these systems. */
const SYSTEMS_A_PART = 20
const DAYS_A_PART = 4

/** When the last day that is to be sealed ended, by zone. */
const endedIn = (timeZones: readonly string[], now: Date): Ended[] =>
  timeZones.map((timeZone) => ({
    timeZone,
    until: startOfDay(dayOf(new Date(now.getTime() - SETTLED_MS), timeZone), timeZone),
  }))

function daysFrom(system: number, at: Date, { timeZone, until }: Ended): SystemDay[] {
  const first = dayOf(at, timeZone)
  const midnight = (count: number) => startOfDay(dayAfter(first, count), timeZone)
  return Array.from({ length: DAYS_A_PART }, (_, i) => ({
    system,
    start: midnight(i),
    until: midnight(i + 1),
  })).filter((day) => day.until <= until)
}

/** Seals days that are over, some of them; whether there is more to do. Many may do this at once. */
export async function sealDays(sql: Sql, now: Date): Promise<boolean> {
  const store = sealedStore(sql)
  const ended = endedIn(await store.timeZones(), now)
  const due = await store.due(ended, SYSTEMS_A_PART)
  await store.hold(due.map(({ system }) => system))
  const zones = new Map(ended.map((one) => [one.timeZone, one]))
  const days = due.flatMap(({ system, timeZone, at }) => {
    const zone = zones.get(timeZone)
    return zone ? daysFrom(system, at, zone) : []
  })
  await store.seal(days, now)
  return due.length > 0
}

type Deps = { readonly db: Db; readonly log: FastifyBaseLogger; readonly now: () => Date }

/** Seals each day of every system once it has been over for some hours, and anew when something late came for it. */
export const openSealingJob = ({ db, log, now }: Deps) =>
  openJob({ db, log, lock: 'sealing', pollMs: POLL_MS, work: (sql) => sealDays(sql, now()) })
