import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'

/**
 * Refuses bodies without a length, which come in chunks: each of them, of one byte, costs as much as a kilobyte does otherwise.
 * Browsers, SWUpdate and HTTP libraries send the length of a form or file; nginx adds it for clients that do not.
 */
export function refuseChunked(app: FastifyInstance, reportWaste: (request: IncomingMessage) => void): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers['transfer-encoding'] === undefined) return
    reportWaste(raw)
    // Also where all of the body has come: the next one would cost as much.
    reply.header('connection', 'close')
    throw new ApiError('length_required')
  })
}
