import type { ConfigMode } from '@kellersonne/contract/firmware/ddi'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** Attributes that a unit's client has sent; `names` also holds those without a value, which can only be removed. */
type ClientChange = {
  readonly mode: ConfigMode
  readonly attributes: Readonly<Record<string, string>>
  readonly names: readonly string[]
}

/** Attributes of the units' clients. The only file that writes `update_client`. */
export const clientStore = (sql: Sql) => ({
  /** True if a unit's client has sent its attributes since `after`. */
  hasReported: async (system: number, after: Date): Promise<boolean> =>
    (await sql.row(
      z.object({ system: z.int() }),
      'select system from update_client where system = $1 and told_at > $2',
      [system, after],
    )) !== undefined,

  /** Stores attributes of a unit's client; resolves to how many it has then. */
  async put(system: number, { mode, attributes, names }: ClientChange, at: Date): Promise<number> {
    const row = await sql.row(
      z.object({ count: z.int() }),
      `insert into update_client (system, attributes, told_at) values ($1, $2, $3)
       on conflict (system) do update set told_at = excluded.told_at, attributes = case $4
         when 'merge' then update_client.attributes || excluded.attributes
         when 'remove' then update_client.attributes - $5::text[]
         else excluded.attributes end
       returning (select count(*)::int from jsonb_object_keys(attributes)) as count`,
      [system, JSON.stringify(mode === 'remove' ? {} : attributes), at, mode, names],
    )
    return row?.count ?? 0
  },
})
