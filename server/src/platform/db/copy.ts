import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { toDatabaseError } from './database.ts'

const PIECE_BYTES = 1024 * 1024

/** Ends every row of COPY's text format; within a value it is escaped. */
const LINE_END = 0x0a

/** Yields the output of `copy … to stdout` in pieces of about a MiB, of whole rows; the server waits while nobody takes them. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of client.query(to(text))) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes < PIECE_BYTES) continue
      const [rows, rest] = cutRows(Buffer.concat(chunks))
      if (rows.length > 0) yield rows
      chunks = [rest]
      bytes = rest.length
    }
  } catch (error) {
    throw toDatabaseError(error)
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** Splits the output of COPY into whole rows and the beginning of the next one. */
export function cutRows(bytes: Buffer): readonly [rows: Buffer, rest: Buffer] {
  const end = bytes.lastIndexOf(LINE_END) + 1
  return [bytes.subarray(0, end), bytes.subarray(end)]
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
