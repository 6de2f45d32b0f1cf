import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { logSecurity } from '../../platform/http/security.ts'
import type { accessTokens } from './access-tokens.ts'
import type { SessionChecker } from './session-checker.ts'

const BEARER = /^bearer ([A-Za-z0-9._-]+)$/i

/**
 * Identifies the caller by the access token of an active session. Throws `ApiError` session_required. Expired tokens
 * are normal; forged ones and those of ended sessions are logged.
 */
export const authentication =
  (access: ReturnType<typeof accessTokens>, live: SessionChecker, now: () => Date) =>
  async (request: FastifyRequest): Promise<Caller> => {
    const { authorization } = request.headers
    if (authorization === undefined) throw new ApiError('session_required')
    const token = BEARER.exec(authorization)?.[1]
    const caller = token === undefined ? 'forged' : await access.read(token, now())
    if (typeof caller === 'object' && (await live.alive(caller.session))) return caller
    // The owner is not logged: they may have deleted their account since.
    if (caller !== 'over')
      logSecurity(request, { event: 'access', outcome: 'refused', owner: null, session: null })
    throw new ApiError('session_required')
  }
