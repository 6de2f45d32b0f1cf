import { PassThrough, type Readable } from 'node:stream'
import { levels } from '../metrics.ts'

/** Server-sent events to one listener, who is dropped rather than waited for. */
export type EventStream = {
  readonly body: Readable
  /** `data` on one line, as JSON is. */
  readonly send: (event: string, data: string) => void
  /** Says nothing, so that the connection is seen to live. */
  readonly beat: () => void
  /** Closes when all is read, and in a second anyway. */
  readonly end: () => void
  /** Lets the connection go without a word. */
  readonly drop: () => void
}

const opened = levels('live_streams', 'Open streams of live values.')
const RETRY_MS = 2000
const LAST_WORDS_MS = 1000

/** `limit`: as many unread characters are kept, no more. `onClose` is called once, however the stream ends. */
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
