import * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import { type Connection, withConnection, withConnections } from '../../platform/db/connection.ts'
import type { Sql } from '../../platform/db/database.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { refuseInUse } from '../../platform/db/refuse-in-use.ts'
import { refuseOldServer } from '../../platform/db/version.ts'
import { noteMissingReadings } from '../../telemetry/intake/missing-readings.ts'
import { quoted, readTables, setTriggers } from './catalog.ts'
import { putFile, SECRET_FILE } from './files.ts'
import { fillAll } from './fill.ts'
import { fingerprint, type Manifest, type Table } from './manifest.ts'
import { verifyBackup } from './read.ts'
import {
  addReferences,
  type Constraint,
  createStaging,
  dropReferences,
  orDropStaging,
  replaceSchema,
  workInStaging,
} from './staging.ts'

/** Where to restore to. `secret`: from the environment. `keepsSecret`: it belongs in the data folder instead. */
export type Target = {
  readonly url: string
  readonly dataFolder: string
  readonly secret: string | undefined
  readonly keepsSecret: boolean
  /** True if existing data may be overwritten. */
  readonly replace: boolean
  /** How many pieces of tables are filled at once. */
  readonly connections: number
}
export type Restored = { readonly manifest: Manifest; readonly rows: number; readonly migrated: string[] }

const yes = z.object({ yes: z.boolean() })

function checkSecret(
  { manifest, secret: inBackup }: { manifest: Manifest; secret: string | null },
  target: Target,
) {
  const secret = target.secret ?? (target.keepsSecret ? inBackup : null)
  if (secret !== null && fingerprint(Buffer.from(secret, 'base64')) === manifest.secret) return
  const where = inBackup === null ? 'of the server that made it' : `in it (tar -xOf FILE ${SECRET_FILE})`
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

/** Creates the schema the backup was made from, without rows, references and triggers; resolves to the references. */
async function prepare(sql: Sql, manifest: Manifest): Promise<Constraint[]> {
  const { migrations, reading_days, tables } = manifest
  await applyMigrations(sql, migrations)
  if (reading_days)
    await sql.run('select make_reading_partitions($1::date, $2::date)', [
      reading_days.first,
      reading_days.last,
    ])
  await refuseForeign(sql, manifest)
  await sql.run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await setTriggers(sql, tables, 'disable')
  return dropReferences(sql)
}

/**
 * Fills an empty schema with a backup, brings it to the newest version and puts it in the place of the present one. If that
 * fails, the database stays as it was.
 */
async function fillAndReplace(connection: Connection, path: string, manifest: Manifest, target: Target) {
  const known = await knownMigrations()
  const inUse = await createStaging(connection)
  return orDropStaging(connection, async () => {
    const references = await connection.transaction('begin', () => prepare(connection, manifest))
    const { rows, confidential } = await withConnections(target.url, target.connections, async (others) => {
      for (const other of others) await workInStaging(other)
      return fillAll(others, manifest, target.dataFolder, path)
    })
    return connection.transaction('begin', async () => {
      await addReferences(connection, references)
      await setTriggers(connection, manifest.tables, 'enable')
      await setSequences(connection, manifest)
      const migrated = await applyMigrations(connection, known)
      await noteMissingReadings(connection)
      await refuseInUse(connection)
      await replaceSchema(connection, inUse)
      for (const { name, bytes } of confidential)
        if (name !== SECRET_FILE || target.keepsSecret) await putFile(target.dataFolder, name, bytes)
      return { manifest, rows, migrated }
    })
  })
}

/**
 * Restores a server to the state of the backup, then migrates it to the newest schema. Reads the whole backup first
 * and changes nothing if anything is wrong with it; a later failure leaves the database as it was. Throws
 * `StartupError`.
 */
export async function restoreBackup(path: string, target: Target): Promise<Restored> {
  const verified = await verifyBackup(path, SECRET_FILE)
  const { manifest } = verified
  refuseUnknown(await knownMigrations(), manifest)
  checkSecret(verified, target)
  return withConnection(target.url, async (connection) => {
    await refuseOldServer(connection)
    await refuseInUse(connection)
    if (!target.replace) await refuseFull(connection, await readTables(connection))
    const restored = await fillAndReplace(connection, path, manifest, target).catch((error: unknown) => {
      throw diskFault(error, target) ?? error
    })
    await connection.run('analyze')
    return restored
  })
}

const DISK_FULL = ['53100', 'ENOSPC']

/** Returns a sentence if a disk was full, the database's or that of the data folder. */
function diskFault(error: unknown, { dataFolder }: Target): StartupError | undefined {
  const faults = error instanceof Error ? [error, error.cause] : []
  const fault = faults.find(
    (one) => one instanceof Error && 'code' in one && DISK_FULL.includes(String(one.code)),
  )
  if (!(fault instanceof Error)) return undefined
  const whose = 'syscall' in fault ? `of ${dataFolder}` : 'of the database'
  return new StartupError(
    `The disk ${whose} is full: nothing was restored, and what was there is there still.`,
  )
}
