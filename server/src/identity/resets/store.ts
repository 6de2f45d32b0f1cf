import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** How long a link is valid. */
export const RESET_LIFE_MS = 30 * 60_000

const owned = z.object({ owner: z.uuid() })
const isGood = 'not spent and expires_at > $2'
/** Locks all links of an owner in a fixed order, so that two of them followed at once cannot deadlock. */
const hold = (owner: string) => `select from reset where owner = ${owner} order by id for update`

/** The only file that knows the table `reset`. A used link is kept until it would have expired. */
export const resetStore = (sql: Sql) => ({
  /** Makes a link valid; false if it has expired or was used. */
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

  /** Resolves to the owner of a valid link; undefined if it is not valid. */
  find: async (id: string, now: Date): Promise<string | undefined> =>
    (await sql.row(owned, `select owner from reset where id = $1 and ${isGood}`, [id, now]))?.owner,

  /** Uses a link, once even with concurrent requests, and all others of its owner; resolves to the owner. */
  async spend(id: string, now: Date): Promise<string | undefined> {
    await sql.run(hold('(select owner from reset where id = $1)'), [id])
    const used = `update reset set spent = true where id = $1 and ${isGood} returning owner`
    const owner = (await sql.row(owned, used, [id, now]))?.owner
    if (owner !== undefined) await this.spendAll(owner)
    return owner
  },

  /** Invalidates all links of an owner, as their credentials change. */
  async spendAll(owner: string): Promise<void> {
    await sql.run(hold('$1'), [owner])
    await sql.run('update reset set spent = true where owner = $1', [owner])
  },
})
