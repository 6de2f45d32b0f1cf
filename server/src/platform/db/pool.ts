import { Socket } from 'node:net'
import pg from 'pg'
import type { DatabasePlace } from './place/place.ts'

/** A pool that can give its connections up, also those in use. */
function openPool(server: string, settings: pg.PoolConfig) {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    ...settings,
    connectionString: server,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  // The pool drops an idle connection that breaks; the next query opens another.
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its query; nothing else needs the event.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    abandon() {
      for (const socket of sockets) socket.destroy()
      pool.end().catch(() => undefined)
    },
  }
}

/** A pool of connections to the server where the database is; to no other, once it has moved. */
export function openMovingPool(place: DatabasePlace, settings: pg.PoolConfig) {
  let open: ReturnType<typeof openPool> | undefined
  place.onMove((server) => {
    open?.abandon()
    open = openPool(server, settings)
  })
  return {
    /** Resolves to the pool for the next query. Throws `NoPrimaryError` as `place` does. */
    async current(): Promise<pg.Pool> {
      if (!open) {
        const server = await place.server()
        open ??= openPool(server, settings)
      }
      return open.pool
    },
    end: async () => open?.pool.end(),
  }
}
