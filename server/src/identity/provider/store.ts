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

  isLinked: async (owner: string): Promise<boolean> =>
    (await sql.row(z.object({}), 'select 1 from identity where owner = $1 limit 1', [owner])) !== undefined,

  /** Links an identity to an owner; false if it is already linked to any owner. */
  async link({ issuer, subject }: Identity, owner: string): Promise<boolean> {
    const added = await sql.run(
      'insert into identity (issuer, subject, owner) values ($1, $2, $3) on conflict do nothing',
      [issuer, subject, owner],
    )
    return added === 1
  },

  async unlink(owner: string): Promise<void> {
    await sql.run('delete from identity where owner = $1', [owner])
  },
})
