import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Config, StartupError } from '../../config.ts'
import type { OnDenied } from '../denials.ts'
import { listen } from '../listeners.ts'
import { denialOf, isAllowed, isQuestion } from '../permissions.ts'

export type RabbitmqAuthConfig = Pick<Config, 'BROKER_AUTH_HOST' | 'BROKER_AUTH_PORT' | 'BROKER_AUTH_KEY'>
type Deps = Parameters<typeof isAllowed>[2] & {
  readonly onDenied: OnDenied
  readonly onFault: (error: unknown) => void
}

const MAX_BYTES = 4096
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

const equal = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/**
 * Answers RabbitMQ's authorization requests about units, on a separate port that nobody else should reach. Throws
 * `StartupError` if it cannot listen, or if the port would be open to everybody.
 */
export async function openRabbitmqAuthBackend(config: RabbitmqAuthConfig, deps: Deps) {
  const { BROKER_AUTH_HOST: host, BROKER_AUTH_PORT: port, BROKER_AUTH_KEY: key } = config
  if (key === undefined && !LOOPBACK.test(host))
    throw new StartupError('BROKER_AUTH_KEY must be set where BROKER_AUTH_HOST is not this machine alone.')
  const prefix = Buffer.from(key === undefined ? '/' : `/${key}/`)

  async function answer(request: IncomingMessage): Promise<boolean | null> {
    const path = Buffer.from(request.url ?? '')
    const asked = path.subarray(prefix.length).toString()
    if (request.method !== 'POST' || !equal(path.subarray(0, prefix.length), prefix) || !isQuestion(asked))
      return null
    if (Number(request.headers['content-length'] ?? Infinity) > MAX_BYTES) return null
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const allowed = await isAllowed(asked, fields, deps)
    const denial = allowed ? null : denialOf(asked, fields, deps)
    if (denial) deps.onDenied(denial)
    return allowed
  }
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    answer(request).then(
      (allowed) =>
        allowed === null
          ? response.writeHead(404, { connection: 'close' }).end()
          : response.writeHead(200, { 'content-type': 'text/plain' }).end(allowed ? 'allow' : 'deny'),
      (error: unknown) => {
        deps.onFault(error)
        response.writeHead(503).end()
      },
    )
  })
  return {
    /** The port it listens on. */
    port: await listen(server, 'BROKER_AUTH_PORT', port, host),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
