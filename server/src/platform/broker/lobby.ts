import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'

/** Of one network: a carrier or an installer may have hundreds of units come back at the same moment. */
const MAX_WAITING = 256

/** The same for a connection over TLS and the one below it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Bounds how many connections of one network have not signed in. One that has is its unit's only one, and no longer
 * counted. In a full one, any of them makes room for the next: neither silence nor haste keeps others out for long.
 */
export function openLobby(networkOf: (address: string | undefined) => string) {
  const networks = new Map<string, Map<string, Socket>>()

  function remove(network: string, name: string) {
    const waiting = networks.get(network)
    waiting?.delete(name)
    if (waiting?.size === 0) networks.delete(network)
  }
  return {
    /** Takes in a connection that has just been made. */
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
        // Closed, it has no address any more; another may have the same by now.
        if (waiting.get(name) === socket) remove(network, name)
      })
    },
    /** A connection has signed in. */
    leave: (socket: Socket) => remove(networkOf(socket.remoteAddress), nameOf(socket)),
    /** How many have not. */
    size: () => [...networks.values()].reduce((sum, waiting) => sum + waiting.size, 0),
  }
}
export type Lobby = ReturnType<typeof openLobby>
