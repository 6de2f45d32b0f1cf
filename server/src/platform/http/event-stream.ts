import { PassThrough, type Readable } from 'node:stream'
import { levels } from '../metrics.ts'

/** Server-sent events to one listener, which is dropped if it reads too slowly. */
export type EventStream = {
  readonly body: Readable
  /** `data` must be a single line, as JSON is. */
  readonly send: (event: string, data: string) => void
  /** Sends an empty comment as a heartbeat. */
  readonly beat: () => void
  /** Closes once everything is read, after a second at the latest. */
  readonly end: () => void
  /** Closes the connection immediately. */
  readonly drop: () => void
}

const opened = levels('live_streams', 'Open streams of live values.')
export const RETRY_MS = 2000
const LAST_WORDS_MS = 1000

/** `limit`: the maximum number of unread characters. `onClose` is called once, however the stream ends. */
export function eventStream(limit: number, onClose: () => void): EventStream {
  const body = new PassThrough()
  let id = 0
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return
    body.write(text)
    if (body.readableLength + body.writableLength > limit) body.destroy()
  }
  opened.inc()
  body.once('close', () => {
    opened.dec()
    onClose()
  })
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    body,
    send: (event, data) => write(`id: ${++id}\nevent: ${event}\ndata: ${data}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      body.end()
      setTimeout(() => body.destroy(), LAST_WORDS_MS).unref()
    },
    drop: () => void body.destroy(),
  }
}
