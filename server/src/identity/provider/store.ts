import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const identity = z.object({ issuer: z.string(), subject: z.string() })
/** A user at the provider: the pair is unique and never reassigned (OpenID Connect Core, 5.7). */
export type Identity = Readonly<z.output<typeof identity>>

/** The only file that knows the table `identity`. */
export const identityStore = (sql: Sql) => ({
  owner: async ({ issuer, subject }: Identity): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ owner: z.uuid() }),
        'select owner from identity where issuer = $1 and subject = $2',
        [issuer, subject],
      )
    )?.owner,

  of: (owner: string): Promise<Identity[]> =>
    sql.rows(identity, 'select issuer, subject from identity where owner = $1 order by issuer, subject', [
      owner,
    ]),

  /** Resolves to when the owner was first linked, null if unknown; undefined if they are not. */
  linkedSince: async (owner: string): Promise<Date | null | undefined> =>
    (
      await sql.row(
        z.object({ since: z.nullable(z.date()) }),
        'select linked_at as since from identity where owner = $1 order by linked_at nulls first limit 1',
        [owner],
      )
    )?.since,

  /** Links an identity to an owner; false if it is already linked to any owner. */
  async link({ issuer, subject }: Identity, owner: string, now: Date): Promise<boolean> {
    const added = await sql.run(
      'insert into identity (issuer, subject, owner, linked_at) values ($1, $2, $3, $4) on conflict do nothing',
      [issuer, subject, owner, now],
    )
    return added === 1
  },

  /** Ends all links of an owner; false if there was none. */
  unlink: async (owner: string): Promise<boolean> =>
    (await sql.run('delete from identity where owner = $1', [owner])) > 0,
})
