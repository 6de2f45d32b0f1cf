import { quarterOf } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** An instant of a system, as that of a reading. */
type SystemInstant = { readonly system: number; readonly at: Date }

const quarter = z.object({ system: z.int(), at: z.date() })

/** Notes in a database that was just restored that raw readings of its quarters may be missing. */
export const noteMissingReadings = (sql: Sql) =>
  sql.run(
    `insert into missing_readings (before)
     select max(at) + interval '15 minutes' from quarter having count(*) > 0
     on conflict (single) do update set before = greatest(missing_readings.before, excluded.before)`,
  )

/**
 * Returns a function that decides whether a reading falls into a quarter whose raw readings are not all there: it could have
 * been counted already, and the quarter could not be recounted. The systems must be locked.
 */
export async function incompleteQuarters(sql: Sql, instants: readonly SystemInstant[]) {
  const keyOf = ({ system, at }: SystemInstant) => `${system} ${quarterOf(at).getTime()}`
  const distinct = [...new Map(instants.map((one) => [keyOf(one), one])).values()]
  if (distinct.length === 0) return () => false
  const found = await sql.rows(
    quarter,
    `select quarter.system, quarter.at from unnest($1::integer[], $2::timestamptz[]) as wanted(system, at)
     join quarter on quarter.system = wanted.system and quarter.at = wanted.at
     where readings > (select count(*) from reading where reading.system = wanted.system
       and reading.at >= wanted.at and reading.at < wanted.at + interval '15 minutes')`,
    [distinct.map(({ system }) => system), distinct.map(({ at }) => quarterOf(at))],
  )
  const incomplete = new Set(found.map(keyOf))
  return (one: SystemInstant) => incomplete.has(keyOf(one))
}
