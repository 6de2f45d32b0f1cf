import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { toDatabaseError } from './database.ts'

const PIECE_BYTES = 1024 * 1024
const COPY_DATA = 'd'.charCodeAt(0)
/** The prefix of a message in PostgreSQL's protocol: its type and length. */
const PREFIX_BYTES = 5
const DONE = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4])
const FAIL = Buffer.from([...Buffer.from('f'), 0, 0, 0, 5, 0])

type Copied = { readonly chunk: Buffer }
type Completed = { readonly text: string }

const awayOr = (error: Error) => {
  const fault = toDatabaseError(error)
  return fault instanceof Error ? fault : error
}

/** Streams the output of `copy … to stdout` in chunks of whole rows, with back-pressure. */
export function copyOut(client: pg.Client, text: string): Readable {
  let rows: Buffer[] = []
  let bytes = 0
  let wire: pg.Connection['stream'] | undefined
  const pieces = new Readable({
    highWaterMark: 2 * PIECE_BYTES,
    read: () => void wire?.resume(),
  })
  const push = () => {
    if (bytes > 0 && !pieces.push(Buffer.concat(rows))) wire?.pause()
    rows = []
    bytes = 0
  }
  client.query({
    submit(connection: pg.Connection) {
      wire = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: Copied) {
      // The driver reuses its buffer.
      rows.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= PIECE_BYTES) push()
    },
    handleCommandComplete: push,
    handleReadyForQuery: () => void pieces.push(null),
    handleError: (error: Error) => void pieces.destroy(awayOr(error)),
  })
  return pieces
}

function framed(chunk: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix[0] = COPY_DATA
  prefix.writeUInt32BE(chunk.length + PREFIX_BYTES - 1, 1)
  return Buffer.concat([prefix, chunk])
}

async function send(wire: pg.Connection['stream'], source: AsyncIterable<Buffer>, isOver: () => boolean) {
  for await (const chunk of source) {
    if (isOver()) return
    if (!wire.write(framed(chunk))) await Promise.race([once(wire, 'drain'), once(wire, 'close')])
  }
  wire.write(DONE)
}

/** Feeds rows to `copy … from stdin`; resolves to their number. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let wire: pg.Connection['stream'] | undefined
  let over = false
  let copied = 0
  let fault: unknown
  client.query({
    submit(connection: pg.Connection) {
      wire = connection.stream
      connection.query(text)
    },
    handleCopyInResponse() {
      if (!wire) return
      const to = wire
      send(to, source, () => over).catch((error: unknown) => {
        fault = error
        to.write(FAIL)
      })
    },
    handleCommandComplete({ text: tag }: Completed) {
      copied = Number(tag.split(' ').at(-1))
    },
    handleReadyForQuery: () => resolve(copied),
    handleError(error: Error) {
      over = true
      reject(fault ?? awayOr(error))
    },
  })
  return promise
}
