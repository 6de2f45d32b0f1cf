import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const LEVEL = 3
const BLOCK_BYTES = 1024 * 1024
/** Node compresses in four threads unless told otherwise. */
const THREADS = 4

const compress = promisify(gzip)

/** Joins chunks until they are worth compressing. */
async function* blocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < BLOCK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

/** Compresses on several cores: a gzip file may consist of members, one after another (RFC 1952). */
export const gzipped = (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  Readable.from(blocks(chunks), { highWaterMark: 1 }).map(
    (block: Buffer) => compress(block, { level: LEVEL }),
    { concurrency: THREADS },
  )
