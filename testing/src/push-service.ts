import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openBrowserKeys } from './push-keys.ts'
import { openPushLine } from './push-line.ts'
import { faultOfVapid } from './vapid-check.ts'

/** What was delivered to a browser. */
type Delivered = {
  readonly endpoint: string
  /** Decrypted; empty if only the browser itself can read it. */
  readonly text: string
  readonly topic: string | undefined
  readonly ttl: string | undefined
  readonly urgency: string | undefined
  readonly at: number
}
/** How a push service makes trouble: a status with headers, or none at all. */
export type PushTrouble =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'never'
  | 'hang up'
  | 'endless'

/** The most that a message may have (RFC 8030, 7.2). */
const MOST_BYTES = 4096
const URGENCIES = new Set([undefined, 'very-low', 'low', 'normal', 'high'])

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A push service that does as Mozilla's autopush: checks who sends (RFC 8292), the headers and the length, and delivers to
 * browsers whose keys it holds, or which are connected to it. `key` is what browsers subscribed with; null = any.
 */
export async function openPushService(key: () => string | null = () => null) {
  /** By endpoint: hand over what was encrypted, and return its text. */
  const browsers = new Map<string, (body: Buffer) => string>()
  const delivered: Delivered[] = []
  const refused: string[] = []
  /** Applied to one request each, the first first; by endpoint, or to all. */
  const troubles: { readonly endpoint?: string; readonly how: PushTrouble }[] = []
  const seen: string[] = []
  let origin = ''

  function faultOf({ headers }: IncomingMessage, body: Buffer): [number, string] | null {
    const { ttl, topic, urgency } = headers
    const vapid = faultOfVapid(headers.authorization, origin, key())
    if (vapid !== null) return [403, vapid]
    if (!/^\d+$/.test(String(ttl ?? ''))) return [400, 'TTL']
    if (headers['content-encoding'] !== 'aes128gcm') return [400, 'encoding']
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return [400, 'topic']
    if (!URGENCIES.has(urgency === undefined ? undefined : String(urgency))) return [400, 'urgency']
    return body.length > MOST_BYTES ? [413, 'length'] : null
  }

  function makeTrouble(how: PushTrouble, answer: ServerResponse) {
    if (how === 'never') return
    if (how === 'hang up') answer.destroy()
    else if (how === 'endless') {
      answer.writeHead(201)
      const more = setInterval(() => answer.write(Buffer.alloc(64 * 1024)), 1)
      answer.on('close', () => clearInterval(more))
    } else answer.writeHead(how.status, how.headers).end(randomBytes(100))
  }

  async function take(request: IncomingMessage, answer: ServerResponse) {
    const endpoint = `${origin}${request.url}`
    seen.push(endpoint)
    const body = await bodyOf(request)
    const i = troubles.findIndex((one) => one.endpoint === undefined || one.endpoint === endpoint)
    const [trouble] = i < 0 ? [] : troubles.splice(i, 1)
    if (trouble) return makeTrouble(trouble.how, answer)
    const fault = request.method === 'POST' ? faultOf(request, body) : ([405, 'method'] as const)
    const browser = browsers.get(endpoint)
    if (fault || !browser) {
      refused.push(fault?.[1] ?? 'gone')
      return answer.writeHead(fault?.[0] ?? 410).end()
    }
    const header = (name: string) => request.headers[name]?.toString()
    delivered.push({
      ...{ endpoint, text: browser(body), at: Date.now() },
      ...{ topic: header('topic'), ttl: header('ttl'), urgency: header('urgency') },
    })
    answer
      .writeHead(201, { location: `${origin}/m/${createHash('sha256').update(body).digest('hex')}` })
      .end()
  }

  const server = createServer((request, answer) => void take(request, answer).catch(() => answer.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line = openPushLine(server, (pass) =>
    added((body) => {
      pass(body)
      return ''
    }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the push service has no port')
  origin = `http://127.0.0.1:${address.port}`

  function added(browser: (body: Buffer) => string): string {
    const endpoint = `${origin}/wpush/v2/${randomBytes(24).toString('base64url')}`
    browsers.set(endpoint, browser)
    return endpoint
  }

  function close() {
    line.close()
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    /** Where a browser connects that is to have its own subscriptions. */
    line: `ws://127.0.0.1:${address.port}/`,
    ...{ origin, delivered, refused, troubles, seen },
    /** Subscribes a browser; returns what it gives to servers. */
    subscribe() {
      const { p256dh, auth, decrypt } = openBrowserKeys()
      return { endpoint: added(decrypt), p256dh, auth }
    },
    unsubscribe: (endpoint: string) => browsers.delete(endpoint),
    close,
    [Symbol.asyncDispose]: close,
  }
}
