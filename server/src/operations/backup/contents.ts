import * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import type { Connection } from '../../platform/db/connection.ts'
import { appliedMigrations } from '../../platform/db/migrate.ts'
import { invariant } from '../../platform/invariant.ts'
import { readReadingDays, readSequences, readTables } from './catalog.ts'
import { images, keptFiles } from './files.ts'
import { FORMAT, fingerprint, MANIFEST, type Manifest } from './manifest.ts'
import { createCopying, type Share, sharesOf } from './shares.ts'
import { type Entry, entryOf } from './tar.ts'

/** What to back up. `secretIsKept`: the secret is a file in the data folder and is included. */
export type Source = {
  readonly url: string
  readonly dataFolder: string
  readonly secret: Buffer
  readonly secretIsKept: boolean
  readonly withImages: boolean
  readonly withReadings: boolean
  /** How many tables, or parts of large ones, are copied at once. */
  readonly connections: number
  readonly now: Date
}

const DAY_MS = 86_400_000
/** Days of raw readings that are copied as of the backup's instant, as units still add to them. */
const FRESH_DAYS = 1
const READINGS = 'reading'

/** Lets all connections see the database as it is now, until they are closed. */
async function shareSnapshot(connections: readonly Connection[]) {
  const [first, ...others] = connections
  const begin = 'begin isolation level repeatable read read only'
  await first?.run(begin)
  const row = z.object({ id: z.string() })
  const snapshot = await first?.row(row, 'select pg_export_snapshot() as id')
  for (const other of others) {
    await other.run(begin)
    await other.run(`set transaction snapshot '${snapshot?.id}'`)
  }
}

async function manifestOf(connection: Connection, { now, secret, withReadings }: Source): Promise<Manifest> {
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
    readings: withReadings,
    reading_days: await readReadingDays(connection),
    secret: fingerprint(secret),
  }
}

/** True if a share is part of a day of raw readings to which hardly anything is added any more. */
const isSettled = ({ relation }: Share, before: string) => /^reading_\d/.test(relation) && relation < before

/**
 * Yields a backup's contents. Days of raw readings that are settled come first, each as it is when it is copied, so that no
 * snapshot is held for hours; all others are of one instant after that. A reading that arrives meanwhile is in its quarter
 * and not among the readings, as in a backup without any: see `telemetry/intake/too-old.ts`.
 */
export async function* contents(
  connections: readonly Connection[],
  source: Source,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  const [first] = connections
  invariant(first, 'backup: no connection')
  const copy = createCopying(connections)
  const day = new Date(source.now.getTime() - FRESH_DAYS * DAY_MS).toISOString().slice(0, 10)
  const settledBefore = `reading_${day.replaceAll('-', '_')}`
  if (source.withReadings) {
    const shares = await sharesOf(first, await readTables(first))
    yield* copy(shares.filter((share) => isSettled(share, settledBefore)))
  }
  await shareSnapshot(connections)
  const manifest = await manifestOf(first, source)
  onManifest(manifest)
  yield entryOf(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  const shares = await sharesOf(first, manifest.tables)
  yield* copy(
    shares.filter((share) =>
      share.table.name === READINGS ? source.withReadings && !isSettled(share, settledBefore) : true,
    ),
  )
  yield* keptFiles(source.dataFolder, source.secretIsKept)
  const hasReleases = manifest.tables.some(({ name }) => name === 'release')
  if (source.withImages && hasReleases) yield* images(first, source.dataFolder)
}
