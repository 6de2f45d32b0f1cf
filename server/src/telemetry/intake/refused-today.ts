import type { RefusalReason } from '@kellersonne/contract/telemetry/device'
import type { Sql } from '../../platform/db/database.ts'
import type { Refusals } from './refusals.ts'

/** Reasons why what a unit sent cannot be right. The others are a matter of budgets, sizes and faults of ours. */
const wrong: ReadonlySet<RefusalReason> = new Set([
  ...(['not_json', 'malformed', 'out_of_range'] as const),
  ...(['time_ahead', 'time_past', 'foreign_sn'] as const),
])

/** True if a message was refused for its content. */
export const cannotBeRight = ({ reason }: Refusals[number]): boolean => wrong.has(reason)

/**
 * Counts readings that cannot be right, by the local day in which they were measured or, if that is not known, received.
 * Only the newest day of a system stays. This file writes `refused_today`.
 */
export async function countRefusedReadings(sql: Sql, refusals: Refusals): Promise<void> {
  const counted = refusals.filter((one) => one.topic === 'reading' && cannotBeRight(one))
  if (counted.length === 0) return
  await sql.run(
    `insert into refused_today as known (system, start, readings)
     select distinct on (system) system, date_trunc('day', at, time_zone) as start, count(*)
     from unnest($1::integer[], $2::timestamptz[]) as refused(system, at)
     join storage_system on storage_system.id = refused.system
     group by 1, 2 order by 1, 2 desc
     on conflict (system) do update set start = excluded.start,
       readings = excluded.readings + case when known.start = excluded.start then known.readings else 0 end
     where excluded.start >= known.start`,
    [
      counted.map(({ system }) => system),
      counted.map(({ measuredAt, receivedAt }) => measuredAt ?? receivedAt),
    ],
  )
}
