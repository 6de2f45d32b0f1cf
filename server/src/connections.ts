import type { Server } from 'node:net'

type Bounds = {
  /** How many connections there may be in all. */
  readonly all: number
  /** How many there may be from one place. */
  readonly each: number
  /** The place an address belongs to; null where that is a proxy, behind which are many. */
  readonly placeOf: (address: string) => string | null
}

/** Whoever has connected has something to ask. */
const SILENT_MS = 10_000

/**
 * Closes a connection on which nothing has come for ten seconds, and at once one too many: none of them may keep
 * others out. What has begun to speak is held to Node's own times for headers, requests and pauses between them.
 */
export function boundConnections(server: Server, { all, each, placeOf }: Bounds): void {
  const open = new Map<string, number>()
  server.maxConnections = all
  server.on('connection', (socket) => {
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_MS).unref()
    socket.once('close', () => clearTimeout(silence))
    const place = placeOf(socket.remoteAddress ?? '')
    if (place === null) return
    const count = (open.get(place) ?? 0) + 1
    open.set(place, count)
    socket.once('close', () => {
      const left = (open.get(place) ?? 0) - 1
      if (left > 0) open.set(place, left)
      else open.delete(place)
    })
    if (count > each) socket.destroy()
  })
}
