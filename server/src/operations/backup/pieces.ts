import { StartupError } from '../../platform/config.ts'
import type { Manifest, Table } from './manifest.ts'
import { BINARY } from './shares.ts'
import { type Entry, readAll } from './tar.ts'

/** Whole rows of a table in one of COPY's formats. */
export type Piece = { readonly table: Table; readonly format: 'binary' | 'text'; readonly rows: Buffer }

/** A piece is about 1 MiB long, or as long as its longest row: an owner's picture of 5 MiB takes twice as much as text. */
const MAX_BYTES = 64 * 1024 * 1024
/** Ends every row of the text format; within a value it is escaped. */
const LINE_END = 0x0a

function refuseLonger(bytes: number, name: string) {
  if (bytes > MAX_BYTES) throw new StartupError(`The backup is damaged: ${name} is too long.`)
}

/** Joins the rows of older backups, which are text and may be torn between entries. */
function createTextRows() {
  const rests = new Map<string, Buffer>()
  return {
    /** Returns all rows that end in these bytes. */
    take(table: Table, name: string, bytes: Buffer): Buffer {
      const all = Buffer.concat([rests.get(table.name) ?? Buffer.alloc(0), bytes])
      refuseLonger(all.length, name)
      const end = all.lastIndexOf(LINE_END) + 1
      rests.set(table.name, all.subarray(end))
      return all.subarray(0, end)
    },
    /** Throws `StartupError` if a row has not ended. */
    refuseTorn() {
      const torn = [...rests].find(([, rest]) => rest.length > 0)
      if (torn) throw new StartupError(`The backup is damaged: a row of ${torn[0]} is not whole.`)
    },
  }
}

/** Yields the rows of all tables in pieces; gives everything else to `onOther`. Throws `StartupError` if a piece is damaged. */
export async function* piecesOf(
  entries: AsyncIterable<Entry>,
  { tables }: Manifest,
  onOther: (entry: Entry) => Promise<void>,
): AsyncGenerator<Piece> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const text = createTextRows()
  for await (const entry of entries) {
    const { name, size, body } = entry
    const table = byName.get(/^tables\/([^/]+)\//.exec(name)?.[1] ?? '')
    if (!table) {
      await onOther(entry)
      continue
    }
    refuseLonger(size, name)
    const bytes = await readAll(body)
    const isBinary = name.endsWith(BINARY)
    const rows = isBinary ? bytes : text.take(table, name, bytes)
    if (rows.length > 0) yield { table, format: isBinary ? 'binary' : 'text', rows }
  }
  text.refuseTorn()
}
