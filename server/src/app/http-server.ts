import { randomBytes } from 'node:crypto'
import { compile } from '@fastify/proxy-addr'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '../platform/config.ts'
import { boundConnections } from '../platform/connections.ts'
import { reportFragmented } from '../platform/http/bodies/whole-body.ts'
import { limitLogLines } from '../platform/http/bounded-log.ts'
import { refuseChunked } from '../platform/http/connection/chunked.ts'
import { createFrugalServers } from '../platform/http/connection/frugal-server.ts'
import { closeUnread } from '../platform/http/connection/unread.ts'
import { setHeaders } from '../platform/http/headers.ts'
import { measureAnswer } from '../platform/http/measure-answer.ts'
import { sendError } from '../platform/http/send-error.ts'
import type { Turns } from '../platform/http/turns/turns.ts'
import { networkOf, siteOf } from '../platform/rate-limits/network.ts'

/** Sent with every response: unique enough to find a request in the log, and no longer. */
const REQUEST_ID_BYTES = 12
const BODY_BYTES = 64 * 1024
const HEADERS_MS = 10_000
/** The largest file at 1 Mbit/s takes 84 s. */
const REQUEST_MS = 120_000
/** How often Node checks these timeouts. */
const CHECK_MS = 5000
/** How long a connection may be idle in both directions. An open stream sends a heartbeat every 15 seconds. */
const STALLED_MS = 120_000
/**
 * Far more than a household or all its neighbours need, and far fewer than the limit of open files: no single
 * customer of a provider can fill the server, whatever addresses they have.
 */
const CONNECTIONS = {
  all: 10_000,
  places: [
    { of: networkOf, each: 200 },
    { of: siteOf, each: 1000 },
  ],
}

type ServerDeps = {
  readonly config: Pick<Config, 'TRUST_PROXY'>
  readonly log: FastifyBaseLogger
  readonly turns: Turns
}

/** Creates an HTTP server without routes, with the limits that hold for all services. */
export function openServer({ config, log, turns }: ServerDeps): FastifyInstance {
  const isTrusted = compile([...config.TRUST_PROXY])
  const isProxy = (address: string) => isTrusted(address, 0)
  const servers = createFrugalServers({
    ...{ requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    ...{ stalledMs: STALLED_MS, isProxy },
  })
  const app = fastify({
    serverFactory: servers.create,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(REQUEST_ID_BYTES).toString('base64url'),
    requestIdHeader: false,
    // Read from the end, through trusted proxies only: anyone can make up the entries before them.
    trustProxy: config.TRUST_PROXY.length > 0 && [...config.TRUST_PROXY],
    // During shutdown, requests on existing connections are still answered.
    return503OnClosing: false,
    bodyLimit: BODY_BYTES,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request.log, setHeaders(request.url, reply)),
  })
  limitLogLines(app, networkOf)
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error, request, reply) => sendError(error, request.log, reply))
  boundConnections(app.server, { ...CONNECTIONS, isProxy })
  refuseChunked(app, servers.reportWaste)
  reportFragmented(app, servers.reportWaste)
  turns.paces.callers(app)
  closeUnread(app)
  app.addHook('onResponse', async (_, reply) => measureAnswer(reply))
  return app
}
