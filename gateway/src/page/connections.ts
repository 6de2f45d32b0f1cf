import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 50
/** Of one address: a browser opens six. */
const MOST_OF_ONE = 8
/** For how long an address that has pipelined requests is refused. No browser does that. */
const REFUSED_MS = 1000

/**
 * Bounds the connections of a server that answers one request on each, and shortly. Each new one that is too many closes the oldest
 * one, of its address or of all: what is half-sent keeps nobody out. Returns a function that is true for the first request of a
 * connection. A packet holds 2300 of them, which Node passes on one after the other, also when the connection is closed: they must
 * not be looked at, and their address is refused for a second.
 */
export function boundConnections(server: Server, clock: () => number): (request: IncomingMessage) => boolean {
  // In the order in which they were opened.
  const open = new Map<Socket, string>()
  const asked = new WeakSet<Socket>()
  const refusedUntil = new Map<string, number>()

  function isFirst({ socket }: IncomingMessage): boolean {
    if (!asked.has(socket)) {
      asked.add(socket)
      return true
    }
    const now = clock()
    for (const [address, until] of refusedUntil) if (until <= now) refusedUntil.delete(address)
    refusedUntil.set(open.get(socket) ?? '', now + REFUSED_MS)
    return false
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if ((refusedUntil.get(address) ?? 0) > clock()) {
      socket.destroy()
      return
    }
    const ofOne = [...open].filter(([, other]) => other === address).map(([one]) => one)
    const [oldest] = ofOne.length >= MOST_OF_ONE ? ofOne : open.size >= MOST ? open.keys() : []
    if (oldest) {
      open.delete(oldest)
      oldest.destroy()
    }
    open.set(socket, address)
    socket.once('close', () => open.delete(socket))
  })
  return isFirst
}
