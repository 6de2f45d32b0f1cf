import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Makes a server listen on a free port until the test ends, and then destroys these sockets. Resolves to the port. */
export async function listenForTest(server: Server, sockets: ReadonlySet<Socket>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
