import type { Server } from 'node:net'

/** What addresses have in common, and how many connections may come from each such place. */
type Places = { readonly of: (address: string) => string; readonly each: number }
type Bounds = {
  /** How many connections there may be in all. */
  readonly all: number
  /** The places an address belongs to, all of which must have room for it. */
  readonly places: readonly Places[]
  /** Whether an address is a proxy's, behind which are many; without it, none is. */
  readonly isProxy?: (address: string) => boolean
}

/** Whoever has connected has something to ask. */
const SILENT_MS = 10_000

/** Counts the connections from each place. `enter` answers what counts one no longer. */
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
 * Closes a connection on which nothing has come for ten seconds, and at once one too many: none of them may keep
 * others out. What has begun to speak is held to Node's own times for headers, requests and pauses between them.
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
