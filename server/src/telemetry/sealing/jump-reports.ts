import { type Day, dayOf } from '@kellersonne/core/time/days'
import type { FastifyBaseLogger } from 'fastify'
import QuickLRU from 'quick-lru'
import type { Sql } from '../../platform/db/database.ts'
import { counter } from '../../platform/metrics.ts'
import { stepsWithin } from '../readings/counter-steps.ts'
import type { SystemDay } from './store.ts'

/** Days of systems: a day that is sealed again after late readings is reported once. */
const REMEMBERED = 10_000

const jumpsFound = counter(
  'counter_jumps_total',
  'Jumps of counters in days when they are sealed: rises that no power can have caused, and that are not counted.',
)

type Reported = { readonly sn: string; readonly timeZone: string }

/** Counts jumps of counters and logs them, one line per system and day at most. */
export function openJumpReports(log: Pick<FastifyBaseLogger, 'warn'>) {
  const counted = new QuickLRU<string, number>({ maxSize: REMEMBERED })

  function report(sn: string, day: Day, jumps: number) {
    const key = `${sn} ${day}`
    const before = counted.get(key) ?? 0
    if (before === 0) log.warn({ sn, day, jumps }, 'counters of a unit jumped')
    if (jumps <= before) return
    jumpsFound.inc(jumps - before)
    counted.set(key, jumps)
  }

  /** Reports on consecutive days of one system. */
  return async function reportJumps(sql: Sql, { sn, timeZone }: Reported, days: readonly SystemDay[]) {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return
    const span = { system: first.system, from: first.start, until: last.until }
    const jumps = (await stepsWithin(sql, [span])).filter(({ kind }) => kind === 'jump')
    const byDay = Map.groupBy(jumps, ({ until }) => dayOf(new Date(until), timeZone))
    for (const [day, ofDay] of byDay) report(sn, day, ofDay.length)
  }
}
export type ReportJumps = ReturnType<typeof openJumpReports>
