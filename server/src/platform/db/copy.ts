import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { toDatabaseError } from './database.ts'

const PIECE_BYTES = 1024 * 1024

/** Yields the output of `copy … to stdout` in pieces of some MiB; the server waits while nobody takes them. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  let rows: Buffer[] = []
  let bytes = 0
  try {
    for await (const row of client.query(to(text))) {
      rows.push(row)
      bytes += row.length
      if (bytes < PIECE_BYTES) continue
      yield Buffer.concat(rows)
      rows = []
      bytes = 0
    }
  } catch (error) {
    throw toDatabaseError(error)
  }
  if (bytes > 0) yield Buffer.concat(rows)
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
