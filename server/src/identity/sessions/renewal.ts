import { judgeRefresh } from '@kellersonne/core/identity/sessions'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { keepOwner } from '../../systems/owners.ts'
import { pairingStore } from '../../systems/pairing/pairing-store.ts'
import type { Notice } from '../mail/notices.ts'
import type { RefreshClaim } from './refresh.ts'
import type { SessionChecker } from './session-checker.ts'
import { type Session, sessionStore } from './store.ts'

/** `passwordHash`: the owner's; undefined if the session has ended. `stranger`: the caller's network, if they are not known. */
type Caller = { readonly passwordHash: string | undefined; readonly stranger: string | null }
/** The claim of the token that is valid from now on. */
type Renewed = Caller & { readonly claim: RefreshClaim & { readonly owner: string } }

type Deps = {
  readonly db: Db
  readonly now: () => Date
  /** Looks up a session. */
  readonly find: SessionChecker['find']
  readonly identify: (request: FastifyRequest, session: Session) => Promise<Caller>
  readonly notice: Notice
}

/**
 * Applies core's judgement of a genuine refresh token. Throws `ApiError` session_expired, and token_reused after ending
 * the session for it.
 */
export function createRenewal({ db, now, find, identify, notice }: Deps) {
  const newest = ({ id, owner, counter }: Session) => ({ session: id, owner, counter })

  async function endReused({ id, owner }: Session, request: FastifyRequest): Promise<never> {
    await db.transaction(async (sql) => {
      await keepOwner(sql, owner)
      if (!(await sessionStore(sql).end(id))) return
      await pairingStore(sql).cancel(owner)
      await notice(sql, { kind: 'token_reused', owner }, now())
    })
    logSecurity(request, { event: 'token_reuse', outcome: 'refused', owner, session: id })
    throw new ApiError('token_reused')
  }

  /** Stores a refresh. */
  async function note<A>(
    { owner }: Session,
    { stranger }: Caller,
    write: (store: ReturnType<typeof sessionStore>) => Promise<A>,
  ): Promise<A> {
    if (stranger === null) return write(sessionStore(db))
    // This adds an alert, which refers to the owner: it comes before or after whoever locks them.
    return db.transaction(async (sql) => {
      await keepOwner(sql, owner)
      return write(sessionStore(sql))
    })
  }

  return async function renew(presented: RefreshClaim, request: FastifyRequest): Promise<Renewed> {
    const session = await find(presented.session)
    if (!session) throw new ApiError('session_expired')
    const caller = await identify(request, session)
    const { id, counter } = session
    const { stranger } = caller
    const at = now()
    switch (judgeRefresh(session, presented.counter, stranger, at)) {
      case 'expired':
        throw new ApiError('session_expired')
      case 'reused':
        return endReused(session, request)
      case 'repeat':
        if (!session.adopted) await note(session, caller, (store) => store.touch(id, stranger, at))
        return { ...caller, claim: newest(session) }
      case 'rotate': {
        const rotated = await note(session, caller, (store) => store.rotate(id, counter, stranger, at))
        // Lost a race with the same token, which now counts as the one before the newest.
        if (!rotated) return renew(presented, request)
        return { ...caller, claim: { ...newest(session), counter: counter + 1 } }
      }
    }
  }
}
