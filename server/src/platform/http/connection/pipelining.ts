import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Cuts a connection on which a request comes before the last one is answered. Node would begin it at once and keep its
 * answer until the others have gone out: behind a stream, work and turns would be held for as long as that is open.
 * Neither browsers nor proxies send such requests.
 */
export function refusePipelining(app: FastifyInstance): void {
  const last = new WeakMap<Socket, ServerResponse>()
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (last.get(socket)?.writableFinished === false) {
      // Nothing else is done for it: `done` is never called.
      reply.hijack()
      socket.destroy()
      return
    }
    last.set(socket, reply.raw)
    done()
  })
}
