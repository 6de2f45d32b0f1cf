import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { toDatabaseError } from './database.ts'

const PIECE_BYTES = 1024 * 1024

// The binary format: https://www.postgresql.org/docs/current/sql-copy.html, "File Formats".
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])
const COUNT_BYTES = 2
const LENGTH_BYTES = 4

/**
 * Yields the rows of `copy … to stdout (format binary)` in pieces of about a MiB. Each piece has a header and a trailer, and
 * can be copied in alone. The server waits while nobody takes them.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = -HEADER.length
  let isFirst = true
  function* cut(): Generator<Buffer> {
    const all = Buffer.concat(chunks).subarray(isFirst ? HEADER.length : 0)
    const end = endOfRows(all)
    if (end > 0) yield Buffer.concat([HEADER, all.subarray(0, end), TRAILER])
    isFirst = false
    chunks = [all.subarray(end)]
    bytes = all.length - end
  }
  try {
    for await (const chunk of client.query(to(text))) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= PIECE_BYTES) yield* cut()
    }
  } catch (error) {
    throw toDatabaseError(error)
  }
  yield* cut()
}

/** Returns where the last whole row ends: a row is the number of its fields, and the length (-1 for null) and bytes of each. */
function endOfRows(bytes: Buffer): number {
  let end = 0
  for (;;) {
    let at = end + COUNT_BYTES
    const fields = at > bytes.length ? -1 : bytes.readInt16BE(end)
    if (fields < 0) return end
    for (let field = 0; field < fields; field += 1) {
      if (at + LENGTH_BYTES > bytes.length) return end
      at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at))
    }
    if (at > bytes.length) return end
    end = at
  }
}

/** Feeds `source` to `copy … from stdin`; resolves to the number of rows. Rejects with the source's own error, if it fails. */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const copying = client.query(from(text))
  await pipeline(Readable.from(source, { objectMode: false }), copying).catch((error: unknown) => {
    throw toDatabaseError(error)
  })
  return copying.rowCount
}
