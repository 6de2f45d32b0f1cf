import * as z from 'zod/mini'
import { StartupError } from '../config.ts'
import type { Sql } from './database.ts'
import { HOLDER } from './instance-lock.ts'

const served = z.object({ yes: z.boolean() })

/**
 * Throws `StartupError` if other processes use this database, as they would go on with the former data. Ignores
 * PostgreSQL's own workers.
 */
export async function refuseInUse(sql: Sql): Promise<void> {
  const found = await sql.row(
    served,
    `select exists (select from pg_stat_activity where datname = current_database() and usesysid is not null
       and pid <> pg_backend_pid() and coalesce(application_name, '') not like $1 || ' %') as yes`,
    [HOLDER],
  )
  if (found?.yes)
    throw new StartupError('Somebody works on this database: end all processes of Kellersonne first.')
}
