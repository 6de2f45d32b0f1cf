import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** `bytes`: the size of its file. */
export type LastBackup = { readonly madeAt: Date; readonly bytes: number }

const stored = z.object({ madeAt: z.date(), bytes: z.int() })
const possible = z.object({ possible: z.boolean() })

/** Notes when the last backup was made, unless the database is older than this note or a standby. */
export async function noteBackup(sql: Sql, { madeAt, bytes }: LastBackup): Promise<void> {
  const asked = await sql.row(
    possible,
    `select to_regclass('last_backup') is not null and not pg_is_in_recovery() as possible`,
  )
  if (asked?.possible !== true) return
  await sql.run(
    `insert into last_backup (made_at, bytes) values ($1, $2)
     on conflict (single) do update set made_at = excluded.made_at, bytes = excluded.bytes`,
    [madeAt, bytes],
  )
}

/** Resolves to the last backup; undefined if there has been none. */
export const lastBackup = (sql: Sql): Promise<LastBackup | undefined> =>
  sql.row(stored, 'select made_at as "madeAt", bytes from last_backup')
