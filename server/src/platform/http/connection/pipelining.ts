import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes a connection on which a request arrives before the previous one is answered. Node would process it at once
 * and hold its response until the others are sent: behind a stream, work and turns would be held for as long as that
 * is open. Neither browsers nor proxies send such requests.
 */
export function refusePipelining(app: FastifyInstance): void {
  const last = new WeakMap<Socket, ServerResponse>()
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (last.get(socket)?.writableFinished === false) {
      // Stops processing it: `done` is never called.
      reply.hijack()
      socket.destroy()
      return
    }
    last.set(socket, reply.raw)
    done()
  })
}
