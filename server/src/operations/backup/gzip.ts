import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'

const FAST = { level: 1 }
/** Huffman coding only: four times as fast, and smaller, for packed days, which are random hexadecimal digits. */
const DIGITS = { level: 1, strategy: constants.Z_HUFFMAN_ONLY }
/** Raw readings shrink to a fifth, packed days to half, which is their information content. */
const REPETITIVE = 0.4
const SAMPLE_BYTES = 16 * 1024
const BLOCK_BYTES = 1024 * 1024
/** Node compresses in four threads by default. */
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

function compressed(block: Buffer): Promise<Buffer> {
  const sample = block.subarray(0, SAMPLE_BYTES)
  const isRepetitive = gzipSync(sample, FAST).length < sample.length * REPETITIVE
  return compress(block, isRepetitive ? FAST : DIGITS)
}

/** Compresses on several cores: a gzip file may consist of members, one after another (RFC 1952). */
export const gzipped = (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  Readable.from(blocks(chunks), { highWaterMark: 1 }).map(compressed, { concurrency: THREADS })
