import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Certificate } from './certificate.ts'

/** Serves any handler on a free port: for answers that no sound server gives, and to see what is asked. */
export async function serve(handler: RequestListener, tls: Certificate | null = null) {
  const server: Server = tls ? createSecureServer(tls, handler) : createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
