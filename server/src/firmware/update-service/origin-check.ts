import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'

export type OriginConfig = Pick<Config, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>
const SAME = new Set(['same-origin', 'same-site'])

/** True if an allowed page sent the request, or no browser did: a browser cannot be made to omit both headers. */
function isWelcome({ headers }: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (origin !== undefined && !allowed.has(origin)) return false
  return site === undefined || (typeof site === 'string' && SAME.has(site) && mode === 'cors')
}

function welcome(origin: string | undefined, reply: FastifyReply) {
  reply.header('vary', 'Origin')
  if (origin === undefined) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
  })
}

/** Refuses requests from pages of other origins: browsers attach the cookie to every request from the same site. */
export function enforceAllowedOrigins(
  app: FastifyInstance,
  { PUBLIC_URL, ALLOWED_ORIGINS }: OriginConfig,
  paths: readonly string[],
) {
  const allowed = new Set([PUBLIC_URL, ...ALLOWED_ORIGINS].map((url) => new URL(url).origin))
  app.addHook('onRequest', async (request, reply) => {
    if (!paths.includes(request.routeOptions.url ?? '')) return
    if (!isWelcome(request, allowed)) {
      logSecurity(request, { event: 'update_origin', outcome: 'refused', owner: null, session: null })
      throw new ApiError('origin_denied')
    }
    welcome(request.headers.origin, reply)
  })
}
