import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../rate-limits/network.ts'
import { openTokenBuckets } from '../../rate-limits/token-buckets.ts'

/** How often a network is forgiven for a wasteful connection. What Node has read of one (64 KiB) takes 20 to 40 ms. */
const FORGIVEN = { burst: 20, everyMs: 500 }
/** A network may be many households behind one address: it is cut off for no longer after the last of them. */
const MOST_OWED_MS = 5000

/** No browser, program or proxy sends as many headers. Hundreds in a few kB take the event loop some ms. */
const MOST_HEADERS = 100

/** An idle connection is kept for longer than proxies keep it, so that they are the ones who close it. */
const KEEP_ALIVE_MS = 72_000

type Options = ServerOptions & {
  /** How long a connection may be idle in both directions. */
  readonly stalledMs: number
  /** True for the address of a proxy, which many clients share, and which sends nothing wasteful by itself. */
  readonly isProxy: (address: string) => boolean
}

/**
 * Returns a function that creates HTTP servers, and one that reports the request of a wasteful connection, whose few bytes cost
 * the event loop much. Networks that make many of them are disconnected as soon as they connect, until they have paused.
 *
 * The servers close a connection on which a request arrives before the previous one is answered. Node would process it at once
 * and hold its response until the others are sent: behind a stream, work and turns would be held for as long as that
 * is open. Neither browsers nor proxies send such requests. Of a thousand in one packet, a framework sees the first.
 */
export function createFrugalServers({ stalledMs, isProxy, ...options }: Options) {
  const forgiven = openTokenBuckets<string>(FORGIVEN, () => new Date())
  const last = new WeakMap<Socket, ServerResponse>()

  function reportWaste({ socket }: IncomingMessage): void {
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    if (forgiven.owed(network) < MOST_OWED_MS) forgiven.spend(network, 1)
  }

  const guarded =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request
      // The rest of a packet that began with a request too many.
      if (socket.destroyed) return
      if (last.get(socket)?.writableFinished === false) {
        reportWaste(request)
        socket.destroy()
        return
      }
      last.set(socket, response)
      // Node reads without end and throws away what follows a request that wants another protocol.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
      listener(request, response)
    }

  function create(listener: RequestListener): Server {
    // Node answers a request without a host, or with an expectation that it does not know, by itself and unguarded, as often as one
    // packet holds it. The former is refused by malformed.ts; an expectation may be ignored (RFC 9110, 10.1.1).
    const server = createServer({ ...options, requireHostHeader: false }, guarded(listener))
    server.on('checkExpectation', guarded(listener))
    server.keepAliveTimeout = KEEP_ALIVE_MS
    // Node answers 431 by itself, and closes the connection.
    server.maxHeadersCount = MOST_HEADERS
    server.setTimeout(stalledMs)
    server.on('connection', (socket) => {
      if (forgiven.owed(networkOf(socket.remoteAddress)) > 0) socket.destroy()
    })
    return server
  }
  return { create, reportWaste }
}
