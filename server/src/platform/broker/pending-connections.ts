import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'

/** Per network: hundreds of units of one carrier or installer may reconnect at the same moment. */
const MAX_WAITING = 256

/** Returns the same name for a TLS connection and the socket below it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Limits the connections of one network that have not signed in yet. Once signed in, a connection is its unit's only
 * one and no longer counts. If a network is full, a random one is closed for the next: neither silent nor fast
 * clients can keep others out for long.
 */
export function openPendingConnections(networkOf: (address: string | undefined) => string) {
  const networks = new Map<string, Map<string, Socket>>()

  function remove(network: string, name: string) {
    const waiting = networks.get(network)
    waiting?.delete(name)
    if (waiting?.size === 0) networks.delete(network)
  }
  return {
    /** Adds a new connection. */
    enter(socket: Socket) {
      const [network, name] = [networkOf(socket.remoteAddress), nameOf(socket)]
      const waiting = networks.get(network) ?? new Map<string, Socket>()
      if (waiting.size >= MAX_WAITING) {
        const [other, cut] = [...waiting][randomInt(waiting.size)] ?? []
        if (other !== undefined) waiting.delete(other)
        cut?.destroy()
      }
      networks.set(network, waiting.set(name, socket))
      socket.once('close', () => {
        // A closed socket has lost its address, which another one may have by now.
        if (waiting.get(name) === socket) remove(network, name)
      })
    },
    /** Removes a connection that has signed in. */
    leave: (socket: Socket) => remove(networkOf(socket.remoteAddress), nameOf(socket)),
    /** Returns the number of connections that have not signed in, and of the networks they come from. */
    size: () => ({
      connections: [...networks.values()].reduce((sum, waiting) => sum + waiting.size, 0),
      networks: networks.size,
    }),
  }
}
export type PendingConnections = ReturnType<typeof openPendingConnections>
