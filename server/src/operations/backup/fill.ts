import { Readable } from 'node:stream'
import { StartupError } from '../../platform/config.ts'
import type { Connection } from '../../platform/db/connection.ts'
import { cutRows } from '../../platform/db/copy.ts'
import { invariant } from '../../platform/invariant.ts'
import { columnsOf, quoted } from './catalog.ts'
import { isConfidential, isImage, putImage } from './files.ts'
import type { Manifest, Table } from './manifest.ts'
import { readBackup } from './read.ts'
import { type Entry, readAll, readSmall } from './tar.ts'

/** Files for the data folder, small enough to be kept in memory until everything else is done. */
type Kept = { readonly name: string; readonly bytes: Buffer }
type Piece = { readonly table: Table; readonly rows: Buffer }

/** A piece is about 1 MiB long, or as long as its longest row: an owner's picture of 5 MiB takes twice as much. */
const MAX_PIECE = 64 * 1024 * 1024

/** Yields the rows of all tables in pieces of whole rows; gives everything else to `onOther`. */
async function* piecesOf(
  entries: AsyncIterable<Entry>,
  { tables }: Manifest,
  onOther: (entry: Entry) => Promise<void>,
): AsyncGenerator<Piece> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const rests = new Map<string, Buffer>()
  for await (const entry of entries) {
    const table = byName.get(/^tables\/([^/]+)\//.exec(entry.name)?.[1] ?? '')
    if (!table) {
      await onOther(entry)
      continue
    }
    const before = rests.get(table.name) ?? Buffer.alloc(0)
    if (entry.size + before.length > MAX_PIECE)
      throw new StartupError(`The backup is damaged: ${entry.name} is too long.`)
    const [rows, rest] = cutRows(Buffer.concat([before, await readAll(entry.body)]))
    rests.set(table.name, rest)
    if (rows.length > 0) yield { table, rows }
  }
  const torn = [...rests].find(([, rest]) => rest.length > 0)
  if (torn) throw new StartupError(`The backup is damaged: a row of ${torn[0]} is not whole.`)
}

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
  async function copy({ table, rows: piece }: Piece) {
    const connection = free.pop()
    invariant(connection, 'restore: more pieces at once than connections')
    const text = `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`
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
