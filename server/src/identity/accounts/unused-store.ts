import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const DAY_MS = 86_400_000
/** Never had a system, and has not signed in since `$1`; nor just now, which is noted only after the session has begun. */
const UNUSED = `email_confirmed_at is not null and signed_in_at <= $1
  and not exists (select from session where session.owner = owner.id)
  and not exists (select from ownership where ownership.owner = owner.id)`

/** When owners last signed in, and which accounts are not used, in the table `owner`. */
export const unusedStore = (sql: Sql) => ({
  /**
   * Resolves to a confirmed owner who never had a system, who last signed in before `signedIn`, and whose deletion was announced before
   * `told`; undefined if there is none but `passedOver`.
   */
  unused: async (signedIn: Date, told: Date, passedOver: readonly string[]): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ id: z.uuid() }),
        `select id from owner where ${UNUSED} and farewell_at <= $2 and id <> all($3) limit 1`,
        [signedIn, told, passedOver],
      )
    )?.id,

  /** Whether `unused` may still name an owner, whom the caller has locked, so that no session begins. */
  isUnused: async (owner: string, signedIn: Date): Promise<boolean> =>
    (await sql.run(`select from owner where ${UNUSED} and id = $2`, [signedIn, owner])) === 1,

  /** Notes that a confirmed owner who never had a system, and last signed in before `signedIn`, is being told so; undefined if there is none. */
  announceUnused: async (signedIn: Date, at: Date): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ id: z.uuid() }),
        `update owner set farewell_at = $2 where id =
           (select id from owner where ${UNUSED} and farewell_at is null limit 1 for update skip locked)
         returning id`,
        [signedIn, at],
      )
    )?.id,

  /** Notes that an owner has signed in; writes at most once a day. */
  async noteSignIn(owner: string, at: Date): Promise<void> {
    await sql.run(
      `update owner set signed_in_at = $2, farewell_at = null
       where id = $1 and (signed_in_at <= $3 or farewell_at is not null)`,
      [owner, at, new Date(at.getTime() - DAY_MS)],
    )
  },
})
