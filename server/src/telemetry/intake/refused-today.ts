import type { RefusalReason } from '@kellersonne/contract/telemetry/device'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Refusals } from './refusals.ts'

/** Reasons why what a unit sent cannot be right. The others are a matter of budgets, sizes and faults of ours. */
const wrong: ReadonlySet<RefusalReason> = new Set([
  ...(['not_json', 'malformed', 'out_of_range'] as const),
  ...(['time_ahead', 'time_past', 'foreign_sn'] as const),
])

/** True if a message was refused for its content. */
export const cannotBeRight = ({ reason }: Refusals[number]): boolean => wrong.has(reason)

const zoneOf = z.object({ id: z.int(), timeZone: z.string() })

/** Computed here, because PostgreSQL does not know each zone that JavaScript knows, and would refuse a whole batch. */
function countByDay(refusals: Refusals, zones: ReadonlyMap<number, string>) {
  const days = new Map<string, { system: number; start: number; readings: number }>()
  for (const { system, measuredAt, receivedAt } of refusals) {
    const zone = zones.get(system)
    if (zone === undefined) continue
    const start = startOfDay(dayOf(measuredAt ?? receivedAt, zone), zone).getTime()
    const key = `${system} ${start}`
    days.set(key, { system, start, readings: (days.get(key)?.readings ?? 0) + 1 })
  }
  return [...days.values()]
}

/**
 * Counts readings that cannot be right, by the local day in which they were measured or, if that is not known, received.
 * Only the newest day of a system stays. This file writes `refused_today`.
 */
export async function countRefusedReadings(sql: Sql, refusals: Refusals): Promise<void> {
  const counted = refusals.filter((one) => one.topic === 'reading' && cannotBeRight(one))
  if (counted.length === 0) return
  const zones = await sql.rows(
    zoneOf,
    'select id, time_zone as "timeZone" from storage_system where id = any($1)',
    [counted.map(({ system }) => system)],
  )
  const days = countByDay(counted, new Map(zones.map(({ id, timeZone }) => [id, timeZone])))
  await sql.run(
    `insert into refused_today as known (system, start, readings)
     select distinct on (system) *
     from unnest($1::integer[], $2::timestamptz[], $3::integer[]) as refused(system, start, readings)
     order by system, start desc
     on conflict (system) do update set start = excluded.start,
       readings = excluded.readings + case when known.start = excluded.start then known.readings else 0 end
     where excluded.start >= known.start`,
    [
      days.map(({ system }) => system),
      days.map(({ start }) => new Date(start)),
      days.map(({ readings }) => readings),
    ],
  )
}
