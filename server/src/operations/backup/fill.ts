import { Readable } from 'node:stream'
import type { Connection } from '../../platform/db/connection.ts'
import { invariant } from '../../platform/invariant.ts'
import { columnsOf, quoted } from './catalog.ts'
import { isConfidential, isImage, putImage } from './files.ts'
import type { Manifest } from './manifest.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { readBackup } from './read.ts'
import { type Entry, readSmall } from './tar.ts'

/** Files for the data folder, small enough to be kept in memory until everything else is done. */
type Kept = { readonly name: string; readonly bytes: Buffer }

/**
 * Reads a backup: copies rows on all connections at once, in any order, and stores images; resolves to the row count and
 * the small files.
 */
export async function fillAll(
  connections: readonly Connection[],
  manifest: Manifest,
  dataFolder: string,
  path: string,
) {
  const confidential: Kept[] = []
  const free = [...connections]
  let rows = 0
  async function copy({ table, format, rows: piece }: Piece) {
    const connection = free.pop()
    invariant(connection, 'restore: more pieces at once than connections')
    const text = `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin (format ${format})`
    const copied = await connection.copyIn(text, Readable.from([piece]))
    rows += copied
    free.push(connection)
  }
  async function keep(entry: Entry) {
    if (isImage(entry)) await putImage(entry, dataFolder)
    if (isConfidential(entry)) confidential.push({ name: entry.name, bytes: await readSmall(entry) })
  }
  await readBackup(path, (entries) =>
    Readable.from(piecesOf(entries, manifest, keep), { highWaterMark: 1 }).forEach(copy, {
      concurrency: connections.length,
    }),
  )
  return { rows, confidential }
}
