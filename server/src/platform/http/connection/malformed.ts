import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'

const isHost = (name: string, i: number) => i % 2 === 0 && name.toLowerCase() === 'host'

/** Refuses requests no legitimate client sends: for two hosts or none (RFC 9112, 3.2), and TRACE, which is not supported. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, method, is404 }, reply) => {
    const hosts = raw.rawHeaders.filter(isHost).length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new ApiError('input_invalid')
    if (method !== 'TRACE' || !is404) return
    reply.header('allow', 'GET, HEAD')
    throw new ApiError('method_not_allowed')
  })
}
