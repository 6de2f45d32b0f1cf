import { readdir, readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Db } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)
const MIGRATION_LOCK = 7_341_001

/** Brings the database to the newest schema. Forward only; many processes may call it at once, each with a patient Db. */
export async function migrate(db: Db): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await db.transaction(async (sql) => {
    await sql.run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.run(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    )
    const done = await sql.rows(z.object({ name: z.string() }), 'select name from migration')
    const pending = files.filter((name) => !done.some((row) => row.name === name))
    for (const name of pending) {
      await sql.run(await readFile(new URL(name, folder), 'utf8'))
      await sql.run('insert into migration (name) values ($1)', [name])
    }
  })
}
