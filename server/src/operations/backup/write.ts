import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import { appliedMigrations } from '../../platform/db/migrate.ts'
import { columnsOf, quoted, readReadingDays, readSequences, readTables } from './catalog.ts'
import { images, keptFiles } from './files.ts'
import { FORMAT, fingerprint, MANIFEST, type Manifest } from './manifest.ts'
import { type Entry, entryOf, writeTar } from './tar.ts'

/** What to back up. `secretIsKept`: the secret is a file in the data folder and is included. */
export type Source = {
  readonly url: string
  readonly dataFolder: string
  readonly secret: Buffer
  readonly secretIsKept: boolean
  readonly withImages: boolean
  readonly now: Date
}

const LEVEL = 3
const SNAPSHOT = 'begin isolation level repeatable read read only'

async function manifestOf(connection: Connection, { now, secret }: Source): Promise<Manifest> {
  const server = await connection.row(
    z.object({ name: z.string() }),
    `select current_setting('server_version') as name`,
  )
  const migrations = await appliedMigrations(connection)
  if (migrations.length === 0) throw new StartupError('There is nothing to back up: the database is empty.')
  return {
    format: FORMAT,
    made_at: now.toISOString(),
    postgresql: server?.name ?? '',
    migrations,
    tables: await readTables(connection),
    sequences: await readSequences(connection),
    reading_days: await readReadingDays(connection),
    secret: fingerprint(secret),
  }
}

const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.copy`

async function* contents(connection: Connection, source: Source, manifest: Manifest): AsyncGenerator<Entry> {
  yield entryOf(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  for (const table of manifest.tables) {
    let part = 0
    const rows = connection.copyOut(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`)
    for await (const piece of rows) yield entryOf(partName(table.name, ++part), piece)
  }
  yield* keptFiles(source.dataFolder, source.secretIsKept)
  const hasReleases = manifest.tables.some(({ name }) => name === 'release')
  if (source.withImages && hasReleases) yield* images(connection, source.dataFolder)
}

/**
 * Writes a consistent snapshot of everything another server needs to a new file, while the server is running. The
 * file appears once it is complete. Throws `StartupError` if it cannot be written.
 */
export async function writeBackup(
  source: Source,
  path: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(path)) throw new StartupError(`${path} is there already.`)
  const draft = `${path}.unfinished`
  try {
    const manifest = await withConnection(source.url, (connection) =>
      connection.transaction(SNAPSHOT, async () => {
        const made = await manifestOf(connection, source)
        await pipeline(
          writeTar(contents(connection, source, made), source.now),
          createGzip({ level: LEVEL }),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        )
        return made
      }),
    )
    await rename(draft, path)
    return { manifest, bytes: (await stat(path)).size }
  } catch (error) {
    await rm(draft).catch(() => undefined)
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
    throw code === undefined ? error : new StartupError(`${path} cannot be written (${code}).`)
  }
}
