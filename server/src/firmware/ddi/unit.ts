import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { isSerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyRequest } from 'fastify'
import { openAttempts, Unseen } from '../../platform/broker/attempts.ts'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { systemStore } from '../../systems/store.ts'
import { pace } from './pace.ts'

const TOKEN = /^TargetToken (.{1,200})$/i
const READS_A_MINUTE = 300
const WORDS_A_MINUTE = 120

/** A unit authenticated by its secret. */
export type Unit = { readonly system: number; readonly sn: SerialNumber }

/** Authenticates a unit by its secret. Throws `ApiError` session_required and too_many_attempts. */
export function unitOf(db: Db, now: () => Date) {
  const attempt = openAttempts({ authenticate: systemStore(db).authenticate, now })
  const [paceReads, paceWords] = [pace(READS_A_MINUTE, now), pace(WORDS_A_MINUTE, now)]

  return async (request: FastifyRequest<{ Params: { sn: string } }>): Promise<Unit> => {
    const { sn } = request.params
    const secret = TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!isSerialNumber(sn) || secret === undefined) throw new ApiError('session_required')
    const system = await attempt(networkOf(request.ip), sn, secret).catch((error: unknown) => {
      throw error instanceof Unseen ? new ApiError('too_many_attempts', { retryAfter: 1 }) : error
    })
    if (system === null) {
      logSecurity(request, { event: 'unit_sign_in', outcome: 'refused', owner: null, session: null })
      throw new ApiError('session_required')
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    ;(reads ? paceReads : paceWords)(sn)
    return { system, sn }
  }
}
