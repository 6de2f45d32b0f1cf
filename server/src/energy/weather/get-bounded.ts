import { open } from 'node:fs/promises'
import { BodyTooLong, boundedBody } from '../../platform/http/bodies/bounded-body.ts'
import { WeatherFault } from './issued.ts'

const ANSWER_MS = 20_000
const SHORTEST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000
const SECOND_MS = 1000

/** Returns how long an answer asks to wait, within bounds; null if it does not say. */
function waitOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (!(Number.isFinite(seconds) && seconds > 0)) return null
  return Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, seconds * SECOND_MS))
}

const messageOf = (error: unknown) => (error instanceof Error ? (error.cause ?? error) : error)

/**
 * Fetches what an address answers, of which no more than `most` bytes are read, unpacked ones. Redirects are not followed:
 * the operator has named the address, and an answer must not lead the server to another one. Throws `WeatherFault`.
 */
async function fetchBounded(url: URL, most: number, closing: AbortSignal, ms: number): Promise<Uint8Array> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(ms)])
  const response = await fetch(url, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new WeatherFault('silent', String(messageOf(error)))
  })
  if (response.ok && response.body) {
    const bounded = new Response(response.body.pipeThrough(boundedBody(most)))
    return bounded.bytes().catch((error: unknown) => {
      throw error instanceof BodyTooLong
        ? new WeatherFault('too_big', `more than ${most} bytes`)
        : new WeatherFault('silent', String(messageOf(error)))
    })
  }
  await response.body?.cancel()
  const isRedirect = response.status >= 300 && response.status < 400
  throw new WeatherFault(isRedirect ? 'redirected' : 'refused', `status ${response.status}`, waitOf(response))
}

/** Reads a file of at most `most` bytes. Throws `WeatherFault`. */
async function readBounded(url: URL, most: number): Promise<Uint8Array> {
  const file = await open(url).catch((error: unknown) => {
    throw new WeatherFault('silent', String(error))
  })
  try {
    const buffer = new Uint8Array(most + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      length += bytesRead
      if (bytesRead === 0) return buffer.slice(0, length)
      if (length > most) throw new WeatherFault('too_big', `more than ${most} bytes`)
    }
  } finally {
    await file.close()
  }
}

/** Resolves to the content of an address or a file. Rejects with `WeatherFault` within seconds. */
export const getBounded = (
  url: URL,
  most: number,
  closing: AbortSignal,
  ms = ANSWER_MS,
): Promise<Uint8Array> =>
  url.protocol === 'file:' ? readBounded(url, most) : fetchBounded(url, most, closing, ms)
