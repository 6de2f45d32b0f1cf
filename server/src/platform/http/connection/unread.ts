import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection after a response that is sent before its request has arrived completely, for example because
 * it is too long: Node would otherwise receive the rest, however much, only to discard it.
 */
export function closeUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && raw.complete === false) reply.header('connection', 'close')
  })
}
