import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'

const owned = z.object({ owner: z.uuid() })
/** Good: not used, not too old, and the owner has asked for no newer one. */
const isGood = `not spent and expires_at > $2 and not exists (
  select from reset newer where newer.owner = reset.owner and newer.expires_at > reset.expires_at)`

/** The only file that knows the table reset. A link that was used stays until it would have expired. */
export const resetStore = (sql: Sql) => ({
  /** Makes a link good, once: false where it is too late, or was used, or a newer one is out. */
  async issue(id: string, owner: string, expiresAt: Date, now: Date): Promise<boolean> {
    await sql.run('delete from reset where expires_at <= $1', [now])
    await sql.run(
      'insert into reset (id, owner, expires_at) values ($1, $2, $3) on conflict (id) do nothing',
      [id, owner, expiresAt],
    )
    return (
      (await sql.row(owned, `select owner from reset where id = $1 and ${isGood}`, [id, now])) !== undefined
    )
  },

  /** Whose password a link may change; undefined where it is not good. */
  find: async (id: string, now: Date): Promise<string | undefined> =>
    (await sql.row(owned, `select owner from reset where id = $1 and ${isGood}`, [id, now]))?.owner,

  /** Uses a link up: of many at once, one gets its owner. */
  spend: async (id: string, now: Date): Promise<string | undefined> =>
    (
      await sql.row(owned, `update reset set spent = true where id = $1 and ${isGood} returning owner`, [
        id,
        now,
      ])
    )?.owner,

  /** Makes all links of an owner useless: what they lead to has changed. */
  async spendAll(owner: string): Promise<void> {
    await sql.run('update reset set spent = true where owner = $1', [owner])
  },
})
