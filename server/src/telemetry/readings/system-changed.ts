import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'

/** NOTIFY channel; payload: ids of systems of which an owner would now see something else, separated by commas. */
export const SYSTEM_CHANGED = 'live'

/** A payload must be shorter than 8000 bytes; an id and its comma have at most eleven. */
const SYSTEMS_A_NOTICE = 700

/** SQL of a condition that is never true, and announces the systems of a notice. */
export const announcing = (notice: string) => `pg_notify('${SYSTEM_CHANGED}', ${notice}) is null`

/** Returns the notices that name these systems. */
export function noticesOf(systems: readonly number[]): string[] {
  const each = [...new Set(systems)]
  const notices: string[] = []
  for (let i = 0; i < each.length; i += SYSTEMS_A_NOTICE)
    notices.push(each.slice(i, i + SYSTEMS_A_NOTICE).join())
  return notices
}

const ANNOUNCE = prepared(`select from unnest($1::text[]) as notice where ${announcing('notice')}`)

/** Notifies the listeners of all processes that these systems have changed, once the transaction has committed. */
export async function announceSystems(sql: Sql, systems: readonly number[]): Promise<void> {
  if (systems.length > 0) await sql.run(ANNOUNCE, [noticesOf(systems)])
}
