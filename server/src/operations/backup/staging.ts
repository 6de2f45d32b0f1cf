import * as z from 'zod/mini'
import type { Connection } from '../../platform/db/connection.ts'
import type { Sql } from '../../platform/db/database.ts'
import { quoted } from './catalog.ts'

/** The schema that a restore fills, beside the one that servers use. */
const STAGING = 'kellersonne_restoring'

const named = z.object({ name: z.string() })
const constraint = z.object({ table: z.string(), name: z.string(), definition: z.string() })
export type Constraint = z.output<typeof constraint>

/** Makes a connection work in the schema that is filled. */
export const workInStaging = (sql: Sql) => sql.run(`set search_path = ${STAGING}`)

/** Creates the schema to fill, after dropping any left by a failed restore; resolves to the name of the one in use. */
export async function createStaging(sql: Sql): Promise<string> {
  const schema = await sql.row(named, `select coalesce(current_schema(), 'public') as name`)
  await dropStaging(sql)
  await sql.run(`create schema ${STAGING}`)
  await workInStaging(sql)
  return schema?.name ?? 'public'
}

const dropStaging = (sql: Sql) => sql.run(`drop schema if exists ${STAGING} cascade`)

/** Puts the schema that was filled in the place of the one in use, within a transaction. */
export async function replaceSchema(sql: Sql, inUse: string): Promise<void> {
  await sql.run(`drop schema if exists ${quoted(inUse)} cascade`)
  await sql.run(`alter schema ${STAGING} rename to ${quoted(inUse)}`)
  await sql.run(`set search_path = ${quoted(inUse)}`)
}

/** Drops all references between tables, so that their rows may come in any order; resolves to what `addReferences` needs. */
export async function dropReferences(sql: Sql): Promise<Constraint[]> {
  const found = await sql.rows(
    constraint,
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of found) await sql.run(`alter table ${table} drop constraint ${quoted(name)}`)
  return found
}

/** Adds references again, for which all rows are checked. */
export async function addReferences(sql: Sql, references: readonly Constraint[]): Promise<void> {
  for (const { table, name, definition } of references)
    await sql.run(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

/** Runs work on the schema that is filled; drops the schema if the work fails. */
export async function orDropStaging<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the database is unavailable, the schema stays until the next restore.
    await dropStaging(connection).catch(() => undefined)
    throw error
  }
}
