import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { failPart, type OnFault, reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { openJumpReports, type ReportJumps } from './jump-reports.ts'
import { type Ended, type SystemDay, sealedStore } from './store.ts'

/** Leaves time for what is sent again after an outage. */
const SETTLED_MS = 3 * 3_600_000
const POLL_MS = 10 * 60_000
/** Few enough that nothing else waits long for these systems. */
const SYSTEMS_A_PART = 20
const DAYS_A_PART = 4

/** Returns the end of the last day to seal, per time zone. */
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

/**
 * Creates a pass over all systems that seals the days that are over. Each call seals some and resolves to true until the
 * pass is through; the next call then begins another. Processes may do this at once: each skips the systems that are
 * locked by another, and by a batch, until its next pass. A system that cannot be sealed does not keep others from it, and is
 * due again in the next pass. Time
 * per system does not grow with the fleet. `reportJumps` gets the days of each system once they are sealed.
 */
export function createSealing(reportJumps?: ReportJumps, onFault: OnFault = failPart) {
  let from = 0
  let timeZones: readonly string[] = []

  return async function sealDays(sql: Sql, now: Date): Promise<boolean> {
    const store = sealedStore(sql)
    // Reads all systems, so only once in a pass.
    if (from === 0) timeZones = await store.timeZones()
    const ended = endedIn(timeZones, now)
    const zones = new Map(ended.map((one) => [one.timeZone, one]))
    const due = await store.due(ended, from, SYSTEMS_A_PART)
    const parts = due.map((one) => {
      const zone = zones.get(one.timeZone)
      return { ...one, days: zone ? daysFrom(one.system, one.at, zone) : [] }
    })
    // If this throws, the next call begins another pass: whatever comes before would be left out as long as it does.
    from = 0
    const failed = new Set<number>()
    await inIsolation(
      sql,
      parts,
      async (some) => {
        const days = some.flatMap((one) => one.days)
        await store.seal(days, now)
        for (const one of some) await reportJumps?.(sql, one, one.days)
      },
      async ({ system }, error) => {
        onFault(system, error)
        failed.add(system)
      },
    )
    const unfinished = parts.find(({ system, days }) => days.length === DAYS_A_PART && !failed.has(system))
    const last = due.at(-1)
    from = unfinished?.system ?? (last ? last.system + 1 : 0)
    return last !== undefined
  }
}

/** Called with days of a system that were sealed, in the same transaction: what rests on them may have changed. */
export type OnSealed = (sql: Sql, system: number, from: Date, until: Date) => Promise<void>

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly onSealed: OnSealed
}

/** Seals each day of every system some hours after its end, and again after late readings. */
export function openSealingJob({ db, log, now, onSealed }: Deps) {
  const reportJumps = openJumpReports(log)
  const sealDays = createSealing(
    async (sql, system, days) => {
      await reportJumps(sql, system, days)
      const [first, last] = [days[0], days.at(-1)]
      if (first && last) await onSealed(sql, first.system, first.start, last.until)
    },
    reportFaults(log, 'sealing', 'the days of a system could not be sealed'),
  )
  return openJob({ db, log, name: 'sealing', pollMs: POLL_MS, work: (sql) => sealDays(sql, now()) })
}
