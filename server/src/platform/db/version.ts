import * as z from 'zod/mini'
import { StartupError } from '../config.ts'
import type { Sql } from './database.ts'

const OLDEST_MAJOR = 15
const server = z.object({ number: z.coerce.number(), name: z.string() })

/** Returns a sentence if a server of that version (server_version_num) is too old; otherwise null. */
export const tooOld = ({ number, name }: z.output<typeof server>): string | null =>
  Math.floor(number / 10_000) < OLDEST_MAJOR
    ? `It is PostgreSQL ${name}, and ${OLDEST_MAJOR} is the oldest that Kellersonne works with.`
    : null

/** Throws `StartupError` if the database server is older than the oldest supported version. */
export async function refuseOldServer(sql: Sql): Promise<void> {
  const found = await sql.row(
    server,
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  const fault = found && tooOld(found)
  if (fault) throw new StartupError(fault)
}
