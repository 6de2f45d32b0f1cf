import type { Server } from 'node:net'

/** Groups addresses into places, and limits the connections per place. */
type Places = { readonly of: (address: string) => string; readonly each: number }
type Bounds = {
  /** The maximum number of connections in total. */
  readonly all: number
  /** The groupings that apply to an address; a connection needs room in each of them. */
  readonly places: readonly Places[]
  /** True for the address of a proxy, which many clients share; by default there is none. */
  readonly isProxy?: (address: string) => boolean
}

/** A client that connects has a request to send. */
const SILENT_MS = 10_000

/** Counts the connections of each place. `enter` returns a function that uncounts one. */
function openPlaces({ of, each }: Places) {
  const open = new Map<string, number>()
  return {
    hasRoom: (address: string) => (open.get(of(address)) ?? 0) < each,
    enter(address: string): () => void {
      const place = of(address)
      open.set(place, (open.get(place) ?? 0) + 1)
      return () => {
        const left = (open.get(place) ?? 0) - 1
        if (left > 0) open.set(place, left)
        else open.delete(place)
      }
    },
  }
}

/**
 * Closes connections on which nothing has arrived for ten seconds, and those over the limits, so that neither keep
 * others out. After the first byte, Node's own timeouts for headers, requests and idle connections apply.
 */
export function boundConnections(server: Server, { all, places, isProxy = () => false }: Bounds): void {
  const counted = places.map(openPlaces)
  server.maxConnections = all
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const isBound = !isProxy(address)
    if (isBound && !counted.every(({ hasRoom }) => hasRoom(address))) {
      socket.destroy()
      return
    }
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_MS).unref()
    socket.once('close', () => clearTimeout(silence))
    for (const { enter } of isBound ? counted : []) socket.once('close', enter(address))
  })
}
