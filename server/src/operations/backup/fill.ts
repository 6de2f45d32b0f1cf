import type { Connection } from '../../platform/db/connection.ts'
import { columnsOf, quoted } from './catalog.ts'
import { isConfidential, isImage, putImage } from './files.ts'
import type { Manifest, Table } from './manifest.ts'
import { readBackup } from './read.ts'
import { type Entry, readAll } from './tar.ts'

/** Files for the data folder, small enough to be kept in memory until everything else is done. */
type Kept = { readonly name: string; readonly bytes: Buffer }
type Entries = AsyncGenerator<Entry, void>

const tableOf = ({ name }: Entry) => /^tables\/([^/]+)\//.exec(name)?.[1]
const following = async (entries: Entries): Promise<Entry | undefined> =>
  (await entries.next()).value ?? undefined

/** Fills a table from this entry and those following; resolves to the row count and the first entry after them. */
async function fillTable(connection: Connection, table: Table, first: Entry, entries: Entries) {
  let next: Entry | undefined = first
  async function* rows() {
    while (next && tableOf(next) === table.name) {
      yield* next.body
      next = await following(entries)
    }
  }
  const copied = await connection.copyIn(
    `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`,
    rows(),
  )
  return { copied, next }
}

/** Reads a backup in order: stores rows and images immediately; resolves to the row count and the small files. */
export async function fillAll(
  connection: Connection,
  { tables }: Manifest,
  dataFolder: string,
  path: string,
) {
  const confidential: Kept[] = []
  let rows = 0
  await readBackup(path, async (entries) => {
    for (let entry = await following(entries); entry; ) {
      const name = tableOf(entry)
      const table = tables.find((one) => one.name === name)
      if (table) {
        const { copied, next }: { copied: number; next: Entry | undefined } = await fillTable(
          connection,
          table,
          entry,
          entries,
        )
        rows += copied
        entry = next
        continue
      }
      if (isImage(entry)) await putImage(entry, dataFolder)
      if (isConfidential(entry)) confidential.push({ name: entry.name, bytes: await readAll(entry.body) })
      entry = await following(entries)
    }
  })
  return { rows, confidential }
}
