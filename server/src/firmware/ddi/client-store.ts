import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const attributes = z.record(z.string(), z.string())
/** By name, what a unit's client says of itself. */
export type Attributes = Readonly<z.output<typeof attributes>>
const stored = z.object({ attributes, toldAt: z.date() })

/** Attributes of the units' clients. The only file that writes `update_client`. */
export const clientStore = (sql: Sql) => ({
  /** True if a unit's client has sent its attributes since `after`. */
  hasReported: async (system: number, after: Date): Promise<boolean> =>
    (await sql.row(
      z.object({ system: z.int() }),
      'select system from update_client where system = $1 and told_at > $2',
      [system, after],
    )) !== undefined,

  /** Locks the attributes of a unit's client, also those to come, until the end of the transaction; undefined if it has sent none. */
  async lock(system: number): Promise<z.output<typeof stored> | undefined> {
    // A lock of the row would be written down, whether anything changes or not.
    await sql.run(`select pg_advisory_xact_lock(hashtext('update_client'), $1)`, [system])
    return sql.row(stored, 'select attributes, told_at as "toldAt" from update_client where system = $1', [
      system,
    ])
  },

  /** Replaces the attributes of a unit's client. */
  async put(system: number, attributes: Attributes, at: Date): Promise<void> {
    await sql.run(
      `insert into update_client (system, attributes, told_at) values ($1, $2, $3)
       on conflict (system) do update set told_at = excluded.told_at, attributes = excluded.attributes`,
      [system, JSON.stringify(attributes), at],
    )
  },

  /** Records that a unit's client has sent what is known of it. */
  async noteTold(system: number, at: Date): Promise<void> {
    await sql.run('update update_client set told_at = $2 where system = $1', [system, at])
  },
})
