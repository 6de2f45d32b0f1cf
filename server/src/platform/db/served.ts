import * as z from 'zod/mini'
import { StartupError } from '../config.ts'
import type { Sql } from './database.ts'
import { HOLDER } from './instance-lock.ts'

const served = z.object({ yes: z.boolean() })

/**
 * Whoever serves from this database would go on with what was there. Workers of PostgreSQL's own are nobody's. Throws a
 * StartupError.
 */
export async function refuseServed(sql: Sql): Promise<void> {
  const found = await sql.row(
    served,
    `select exists (select from pg_stat_activity where datname = current_database() and usesysid is not null
       and pid <> pg_backend_pid() and coalesce(application_name, '') not like $1 || ' %') as yes`,
    [HOLDER],
  )
  if (found?.yes)
    throw new StartupError('Somebody works on this database: end all processes of Kellersonne first.')
}
