import { createHash } from 'node:crypto'
import { StartupError } from '../../platform/config.ts'

const BLOCK = 512
const NAME_BYTES = 100
const SIZE = { at: 124, digits: 11 }
/** Header fields (POSIX ustar) that are the same in all our entries, with their offsets. */
const FIXED: readonly (readonly [number, string])[] = [
  [100, '0000600\0'],
  [108, '0000000\0'],
  [116, '0000000\0'],
  [156, '0'],
  [257, 'ustar\u000000'],
]
const MODIFIED_AT = 136
const CHECKSUM = { at: 148, blank: ' '.repeat(8) }
/** The last entry: the hashes of all others, in the format of `sha256sum -c`. */
const SUMS = 'SHA256SUMS'
const SMALL_BYTES = 1024 * 1024

const NO_BACKUP = 'This is no backup of Kellersonne, or it is damaged.'

export type Entry = {
  readonly name: string
  readonly size: number
  readonly body: AsyncIterable<Buffer> | Iterable<Buffer>
}

export const entryOf = (name: string, bytes: Buffer): Entry => ({ name, size: bytes.length, body: [bytes] })

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

function headerOf({ name, size }: Entry, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`too long a name for a tar: ${name}`)
  header.write(name)
  for (const [offset, text] of FIXED) header.write(text, offset)
  header.write(octal(size, SIZE.digits), SIZE.at)
  header.write(octal(Math.floor(at.getTime() / 1000), SIZE.digits), MODIFIED_AT)
  header.write(CHECKSUM.blank, CHECKSUM.at)
  header.write(`${octal(checksum(header), 6)}\0 `, CHECKSUM.at)
  return header
}

const checksum = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** Yields a tar of the entries and their hashes. */
export async function* writeTar(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
  let sums = ''
  for await (const entry of entries) {
    const hash = createHash('sha256')
    let written = 0
    yield headerOf(entry, at)
    for await (const chunk of entry.body) {
      hash.update(chunk)
      written += chunk.length
      yield chunk
    }
    if (written !== entry.size) throw new Error(`${entry.name} has changed while it was read`)
    yield padding(written)
    sums += `${hash.digest('hex')}  ${entry.name}\n`
  }
  const last = Buffer.from(sums)
  yield headerOf(entryOf(SUMS, last), at)
  yield last
  yield padding(last.length)
  yield Buffer.alloc(2 * BLOCK)
}

/** Returns a reader that yields the next `count` bytes on each call. */
function taking(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async function* take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) throw new StartupError('The backup is not whole: it ends too soon.')
        rest = next.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

/** Resolves to the complete body. */
export async function readAll(body: Entry['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Resolves to the body of an entry that is kept in memory. Throws `StartupError` if it is far longer than any that was written. */
export async function readSmall({ name, size, body }: Entry): Promise<Buffer> {
  if (size > SMALL_BYTES) throw new StartupError(`The backup is damaged: ${name} is too long.`)
  return readAll(body)
}

function readHeader(header: Buffer) {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).split('\0')[0] ?? ''
  const blanked = Buffer.from(header)
  blanked.write(CHECKSUM.blank, CHECKSUM.at)
  if (Number.parseInt(text(CHECKSUM.at, 8), 8) !== checksum(blanked)) throw new StartupError(NO_BACKUP)
  const size = Number.parseInt(text(SIZE.at, SIZE.digits), 8)
  if (Number.isNaN(size)) throw new StartupError(NO_BACKUP)
  return { name: text(0, NAME_BYTES), size }
}

/**
 * Yields the entries of a tar written by `writeTar`; the unread rest of a body is skipped. Throws `StartupError` if
 * an entry has changed or anything is missing, at the end at the latest.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry, void> {
  const take = taking(source)
  let sums = ''
  for (;;) {
    const { name, size } = readHeader(await readAll(take(BLOCK)))
    const body = take(size)
    if (name === SUMS) {
      if (size !== Buffer.byteLength(sums) || (await readAll(body)).toString() !== sums)
        throw new StartupError('The backup is damaged: it does not hold what was written.')
      return
    }
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
    }
    const read = hashed()
    yield { name, size, body: read }
    for await (const _ of read);
    sums += `${hash.digest('hex')}  ${name}\n`
    await readAll(take(padding(size).length))
  }
}
