import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'

/**
 * Locks an owner's row until the transaction has ended, so that the account can be neither deleted nor changed;
 * resolves to its address, '' where it has none, or undefined where the owner is gone. Owners are locked before
 * systems, several of them in the order of their ids.
 */
export const lockOwner = async (sql: Sql, owner: string): Promise<string | undefined> =>
  (
    await sql.row(
      z.object({ email: z.string() }),
      `select coalesce(email, '') as email from owner where id = $1 for update`,
      [owner],
    )
  )?.email
