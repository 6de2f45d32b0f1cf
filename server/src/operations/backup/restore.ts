import * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import { withConnection } from '../../platform/db/connection.ts'
import type { Sql } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { refuseInUse } from '../../platform/db/refuse-in-use.ts'
import { refuseOldServer } from '../../platform/db/version.ts'
import { quoted, readTables, setTriggers } from './catalog.ts'
import { putFile, SECRET_FILE } from './files.ts'
import { fillAll } from './fill.ts'
import { fingerprint, type Manifest, type Table } from './manifest.ts'
import { verifyBackup } from './read.ts'

/** Where to restore to. `secret`: from the environment. `keepsSecret`: it belongs in the data folder instead. */
export type Target = {
  readonly url: string
  readonly dataFolder: string
  readonly secret: string | undefined
  readonly keepsSecret: boolean
  /** True if existing data may be overwritten. */
  readonly replace: boolean
}
export type Restored = { readonly manifest: Manifest; readonly rows: number; readonly migrated: string[] }

const yes = z.object({ yes: z.boolean() })

function checkSecret(
  { manifest, secret: inBackup }: { manifest: Manifest; secret: string | null },
  target: Target,
) {
  const secret = target.secret ?? (target.keepsSecret ? inBackup : null)
  if (secret !== null && fingerprint(Buffer.from(secret, 'base64')) === manifest.secret) return
  const where = inBackup === null ? 'of the server that made it' : `in it (tar -xzOf FILE ${SECRET_FILE})`
  throw new StartupError(`The backup belongs to another SECRET: set it to the one ${where}.`)
}

function refuseUnknown(known: readonly string[], { migrations }: Manifest) {
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new StartupError(`The backup was made by a newer Kellersonne: ${unknown} is not known here.`)
}

async function refuseFull(sql: Sql, tables: readonly Table[]) {
  for (const { name } of tables) {
    if (name === 'migration') continue
    const full = await sql.row(yes, `select exists (select from ${quoted(name)}) as yes`)
    if (full?.yes)
      throw new StartupError('There is something in this database already: give --replace to lose all of it.')
  }
}

/** Replaces the schema with an empty one. */
async function clear(sql: Sql) {
  const schema = await sql.row(z.object({ name: z.string() }), 'select current_schema() as name')
  const name = quoted(schema?.name ?? 'public')
  await sql.run(`drop schema ${name} cascade`)
  await sql.run(`create schema ${name}`)
}

/** Throws `StartupError` if the backup names tables or columns its schema does not have. */
async function refuseForeign(sql: Sql, { tables }: Manifest) {
  const columns = new Map((await readTables(sql)).map(({ name, columns }) => [name, new Set(columns)]))
  const isOurs = ({ name, columns: named }: Table) => named.every((column) => columns.get(name)?.has(column))
  if (!tables.every(isOurs))
    throw new StartupError('The backup is damaged: it names tables that are not ours.')
}

async function setSequences(sql: Sql, { sequences }: Manifest) {
  for (const { name, last, called } of sequences)
    await sql.run('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, called])
}

/** Creates the schema the backup was made from, without rows. */
async function prepare(sql: Sql, { migrations, reading_days, tables }: Manifest) {
  await clear(sql)
  await applyMigrations(sql, migrations)
  if (reading_days)
    await sql.run('select make_reading_partitions($1::date, $2::date)', [
      reading_days.first,
      reading_days.last,
    ])
  await sql.run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/**
 * Restores a server to the state of the backup, then migrates it to the newest schema. Reads the whole backup first
 * and changes nothing if anything is wrong with it; a later failure leaves the database as it was. Throws
 * `StartupError`.
 */
export async function restoreBackup(path: string, target: Target): Promise<Restored> {
  const verified = await verifyBackup(path, SECRET_FILE)
  const { manifest } = verified
  const known = await knownMigrations()
  refuseUnknown(known, manifest)
  checkSecret(verified, target)
  return withConnection(target.url, async (connection) => {
    await refuseOldServer(connection)
    await refuseInUse(connection)
    const restored = await connection.transaction('begin', async () => {
      if (!target.replace) await refuseFull(connection, await readTables(connection))
      await prepare(connection, manifest)
      await refuseForeign(connection, manifest)
      await setTriggers(connection, manifest.tables, 'disable')
      const { rows, confidential } = await fillAll(connection, manifest, target.dataFolder, path)
      await setTriggers(connection, manifest.tables, 'enable')
      await setSequences(connection, manifest)
      const migrated = await applyMigrations(connection, known)
      for (const { name, bytes } of confidential)
        if (name !== SECRET_FILE || target.keepsSecret) await putFile(target.dataFolder, name, bytes)
      return { manifest, rows, migrated }
    })
    await connection.run('analyze')
    return restored
  })
}
