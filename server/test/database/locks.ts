import * as z from 'zod/mini'
import type { Sql } from '../../src/platform/db/database.ts'

/** Resolves to how many connections to this database wait for a lock. */
export async function connectionsWaiting(sql: Sql): Promise<number> {
  const row = await sql.row(
    z.object({ waiting: z.int() }),
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting ?? 0
}
