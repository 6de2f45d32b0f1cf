import type { Socket } from 'node:net'

/** Of one network: a carrier or an installer may have hundreds of units come back at the same moment. */
const MAX_WAITING = 256
/** Whoever has been connected for so long and has not signed in makes room. */
const PATIENCE_MS = 2000

type Waiting = { readonly socket: Socket; readonly since: number }

/** The same for a connection over TLS and the one below it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Bounds how many connections of one network have not signed in. One that has is its unit's only one, and no longer
 * counted. Full, the longest silent one makes room for the next, so that nobody keeps others out by saying nothing.
 */
export function openLobby(networkOf: (address: string | undefined) => string) {
  const networks = new Map<string, Map<string, Waiting>>()

  function remove(network: string, name: string) {
    const waiting = networks.get(network)
    waiting?.delete(name)
    if (waiting?.size === 0) networks.delete(network)
  }
  return {
    /** Takes a connection in that has just been made, or cuts it. */
    enter(socket: Socket) {
      const [network, name] = [networkOf(socket.remoteAddress), nameOf(socket)]
      const since = performance.now()
      const waiting = networks.get(network) ?? new Map<string, Waiting>()
      if (waiting.size >= MAX_WAITING) {
        const [oldest] = waiting
        if (!oldest || since - oldest[1].since < PATIENCE_MS) return void socket.destroy()
        waiting.delete(oldest[0])
        oldest[1].socket.destroy()
      }
      networks.set(network, waiting.set(name, { socket, since }))
      socket.once('close', () => {
        // Closed, it has no address any more; another may have the same by now.
        if (waiting.get(name)?.socket === socket) remove(network, name)
      })
    },
    /** A connection has signed in. */
    leave: (socket: Socket) => remove(networkOf(socket.remoteAddress), nameOf(socket)),
    /** How many have not. */
    size: () => [...networks.values()].reduce((sum, waiting) => sum + waiting.size, 0),
  }
}
export type Lobby = ReturnType<typeof openLobby>
