import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

const SOCKET_URL = /^postgres:\/\/(\w+)@\/(\w+)\?host=([^&]+)$/

/** A connection to a database on a Unix socket that can be cut and restored, as by a restart of the database. */
export function cuttable() {
  const sockets = new Set<Socket>()
  let target = ''
  let port = 0
  const server = createServer((near) => {
    const far = dial(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const mend = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  return {
    async through(url: string): Promise<string> {
      const [, user, database, folder] = SOCKET_URL.exec(url) ?? []
      target = `${decodeURIComponent(folder ?? '')}/.s.PGSQL.5432`
      await mend()
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      port = address.port
      return `postgres://${user}@127.0.0.1:${port}/${database}`
    },
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend,
  }
}
