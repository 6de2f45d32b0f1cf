import { judgeRefresh } from '@kellersonne/core/identity/sessions'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { lockOwner } from '../../systems/owners.ts'
import { addMail } from '../mail/mails.ts'
import type { RefreshClaim } from './refresh.ts'
import type { SessionChecker } from './session-checker.ts'
import { type Session, sessionStore } from './store.ts'

/**
 * Applies core's judgement of a genuine refresh token; resolves to the claim of the token that is valid from now on,
 * and the session's owner. Throws `ApiError` session_expired, and token_reused after ending the session for it.
 * `find` looks up a session.
 */
export function createRenewal(db: Db, now: () => Date, find: SessionChecker['find']) {
  const store = sessionStore(db)
  const newest = ({ id, owner, counter }: Session) => ({ session: id, owner, counter })

  async function endReused({ id, owner }: Session, request: FastifyRequest): Promise<never> {
    await db.transaction(async (sql) => {
      await lockOwner(sql, owner)
      if (await sessionStore(sql).end(id)) await addMail(sql, { kind: 'token_reused', owner }, now())
    })
    logSecurity(request, { event: 'token_reuse', outcome: 'refused', owner, session: id })
    throw new ApiError('token_reused')
  }

  return async function renew(
    claim: RefreshClaim,
    request: FastifyRequest,
  ): Promise<RefreshClaim & { owner: string }> {
    const session = await find(claim.session)
    if (!session) throw new ApiError('session_expired')
    const at = now()
    switch (judgeRefresh(session, claim.counter, at)) {
      case 'expired':
        throw new ApiError('session_expired')
      case 'reused':
        return endReused(session, request)
      case 'repeat':
        if (!session.adopted) await store.touch(session.id, at)
        return newest(session)
      case 'rotate': {
        const rotated = await store.rotate(session.id, session.counter, at)
        // Lost a race with the same token, which now counts as the one before the newest.
        return rotated ? { ...newest(session), counter: session.counter + 1 } : renew(claim, request)
      }
    }
  }
}
