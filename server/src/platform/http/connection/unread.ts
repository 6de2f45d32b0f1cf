import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection with an answer that is given before all of its request has come, such as that it is too long:
 * Node would otherwise take in the rest, however much that is, only to throw it away.
 */
export function closeUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && raw.complete === false) reply.header('connection', 'close')
  })
}
