import { readdir, readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Db, Sql } from './database.ts'
import { refuseOldServer } from './version.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const MIGRATION_LOCK = 7_341_001
const named = z.object({ name: z.string() })

/** Resolves to all migrations, in the order in which they apply. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** Resolves to the migrations applied to a database; none if it has never been ours. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const known = await sql.row(
    z.object({ name: z.nullable(z.string()) }),
    `select to_regclass('migration')::text as name`,
  )
  if (!known?.name) return []
  return (await sql.rows(named, 'select name from migration order by name')).map(({ name }) => name)
}

/** Applies the missing ones of `wanted`, within a transaction; resolves to these. */
export async function applyMigrations(sql: Sql, wanted: readonly string[]): Promise<string[]> {
  await sql.run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await sql.run(
    'create table if not exists migration (name text primary key, at timestamptz not null default now())',
  )
  const done = new Set(await appliedMigrations(sql))
  const pending = wanted.filter((name) => !done.has(name))
  for (const name of pending) {
    await sql.run(await readFile(new URL(name, folder), 'utf8'))
    await sql.run('insert into migration (name) values ($1)', [name])
  }
  return pending
}

/**
 * Migrates the database to the newest schema; resolves to the migrations applied. Forward only; safe to call from
 * several processes at once, each with a patient Db. Throws `StartupError` if the database server is too old.
 */
export async function migrate(db: Db): Promise<string[]> {
  await refuseOldServer(db)
  const all = await knownMigrations()
  return db.transaction((sql) => applyMigrations(sql, all))
}
