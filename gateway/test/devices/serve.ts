import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { HttpState } from '../fixtures.ts'
import type { Certificate } from './certificate.ts'

/** Serves any handler on a free port. */
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

/** A device that answers in JSON: what its fixture says, and 404 or 401 to all else. */
export function httpDevice({ answers, headers, login, tls }: HttpState, certificate: Certificate) {
  return serve(
    (request, response) => {
      request.resume()
      const path = request.url ?? ''
      if (login && path === login.path)
        return response.writeHead(200, { 'set-cookie': `${login.cookie}; path=/` }).end('{}')
      const known = Object.entries(headers).every(([name, value]) => request.headers[name] === value)
      if (!known || (login && request.headers.cookie !== login.cookie))
        return response.writeHead(401).end('{}')
      const answer = answers[path]
      if (answer === undefined) return response.writeHead(404).end('{}')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    },
    tls ? certificate : null,
  )
}
