import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { logSecurity } from '../../platform/http/security.ts'
import type { accessTokens } from './access.ts'
import type { Liveness } from './liveness.ts'

const BEARER = /^bearer ([A-Za-z0-9._-]+)$/i

/**
 * Tells who calls, by the access token of a session that lives. Throws session_required; a token that is over happens
 * to everybody, one that was forged or whose session has ended is noted.
 */
export const authentication =
  (access: ReturnType<typeof accessTokens>, live: Liveness, now: () => Date) =>
  async (request: FastifyRequest): Promise<Caller> => {
    const { authorization } = request.headers
    if (authorization === undefined) throw new ApiError('session_required')
    const token = BEARER.exec(authorization)?.[1]
    const caller = token === undefined ? 'forged' : await access.read(token, now())
    if (typeof caller === 'object' && (await live.alive(caller.session))) return caller
    // Whose it was is not written down: they may have deleted their account since.
    if (caller !== 'over')
      logSecurity(request, { event: 'access', outcome: 'refused', owner: null, session: null })
    throw new ApiError('session_required')
  }
