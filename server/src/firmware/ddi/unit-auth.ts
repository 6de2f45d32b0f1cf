import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { isSerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { DroppedAttempt, openSecretThrottle } from '../../platform/rate-limits/secret-throttle.ts'
import { limitPerMinute } from '../../platform/rate-limits/window-counts.ts'
import { systemStore } from '../../systems/store.ts'

const TOKEN = /^TargetToken (.{1,200})$/i
const READS_A_MINUTE = 300
const WRITES_A_MINUTE = 120

/** A unit authenticated by its secret. */
export type AuthenticatedUnit = { readonly system: number; readonly sn: SerialNumber }

/** Authenticates a unit by its secret. Throws `ApiError` session_required and too_many_attempts. */
export function createUnitAuth(db: Db, now: () => Date) {
  const attempt = openSecretThrottle({ authenticate: systemStore(db).authenticate, now })
  const [limitReads, limitWrites] = [
    limitPerMinute(READS_A_MINUTE, now),
    limitPerMinute(WRITES_A_MINUTE, now),
  ]

  return async (request: FastifyRequest<{ Params: { sn: string } }>): Promise<AuthenticatedUnit> => {
    const { sn } = request.params
    const secret = TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!isSerialNumber(sn) || secret === undefined) throw new ApiError('session_required')
    const system = await attempt(networkOf(request.ip), sn, secret).catch((error: unknown) => {
      throw error instanceof DroppedAttempt ? new ApiError('too_many_attempts', { retryAfter: 1 }) : error
    })
    if (system === null) {
      logSecurity(request, { event: 'unit_sign_in', outcome: 'refused', owner: null, session: null })
      throw new ApiError('session_required')
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    ;(reads ? limitReads : limitWrites)(sn)
    return { system, sn }
  }
}
