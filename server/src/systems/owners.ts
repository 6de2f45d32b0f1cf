import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'

/**
 * Locks an owner's row until the end of the transaction, so that the account can be neither deleted nor changed;
 * resolves to its address, '' if it has none, or undefined if the owner is gone. Lock order: owners before systems,
 * owners by id.
 */
export const lockOwner = async (sql: Sql, owner: string): Promise<string | undefined> =>
  (
    await sql.row(
      z.object({ email: z.string() }),
      `select coalesce(email, '') as email from owner where id = $1 for update`,
      [owner],
    )
  )?.email

/**
 * Keeps an owner from being deleted until the end of the transaction: what is added then may refer to them. It waits for `lockOwner`
 * alone, not for those who keep the row, too, such as a command.
 */
export async function keepOwner(sql: Sql, owner: string): Promise<void> {
  await sql.run('select from owner where id = $1 for key share', [owner])
}

/** Locks those of these owners whom nobody else holds, as `lockOwner` does, without waiting; resolves to them. */
export async function lockFreeOwners(sql: Sql, owners: readonly string[]): Promise<string[]> {
  const free = await sql.rows(
    z.object({ id: z.uuid() }),
    'select id from owner where id = any($1) order by id for update skip locked',
    [owners],
  )
  return free.map(({ id }) => id)
}

const recipient = z.object({ address: z.string(), language: z.enum(['de', 'en']) })

/** Resolves to an owner's address and language; undefined if the address is not confirmed, or the owner is gone. */
export const recipientOf = (sql: Sql, owner: string): Promise<z.output<typeof recipient> | undefined> =>
  sql.row(
    recipient,
    'select email as address, language from owner where id = $1 and email_confirmed_at is not null',
    [owner],
  )
