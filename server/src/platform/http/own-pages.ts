import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { logSecurity } from './security.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/** True if the request comes from a page of this portal, under whatever host name, or from no browser at all. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host
}

/**
 * Allows only reads from pages of other origins: their writes could sign a visitor in as somebody else, or out.
 * Refuses with origin_denied.
 */
export function refuseForeignPosts(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (READING.has(request.method) || isOwnPage(request, publicUrl)) return
    logSecurity(request, { event: 'origin', outcome: 'refused', owner: null, session: null })
    throw new ApiError('origin_denied')
  })
}
