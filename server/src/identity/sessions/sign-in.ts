import { randomUUID } from 'node:crypto'
import type { signIn } from '@kellersonne/contract/identity/sessions'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { windowCounts } from '../../platform/rate-limits/window-counts.ts'
import { hashPassword, verifyPassword } from '../accounts/password.ts'
import { CHECKS, type PasswordTurns } from '../accounts/password-turns.ts'
import type { Account } from '../accounts/store.ts'
import type { createSessionStart } from './session-start.ts'
import type { Counted, signInLimits } from './sign-in-limits.ts'

const HOUR_MS = 3_600_000
/** An account's successes in an hour beyond which it waits with the strangers: nobody signs in that often but to keep others waiting. */
const MOST_AN_HOUR = 60
/** An account's successes in an hour from one network, or one known browser in it, beyond which it is refused there. */
const MOST_FROM_ONE = 300
type Asked = Pick<Counted, 'from' | 'isKnown'> & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A new session and its owner. */
export type Started = { readonly session: string; readonly owner: string }

/** Signs in with a password. Takes the same steps for an address without an account. */
export async function createSignIn(
  db: Db,
  attemptKey: Buffer,
  begin: ReturnType<typeof createSessionStart>,
  count: ReturnType<typeof signInLimits>,
  known: PasswordTurns,
  now: () => Date,
) {
  const counted = rateLimits(db, attemptKey)
  const nobodysHash = await hashPassword(randomUUID())
  // Sites queue behind all sites that have failed less often: an attacker fills the queue only for themselves.
  const failures = windowCounts(HOUR_MS, now)
  const successes = windowCounts(HOUR_MS, now)
  const successesFrom = windowCounts(HOUR_MS, now)
  // Whoever used up these sign-ins knew the password of that time: under another one, the count starts anew.
  const keyOf = ({ id, passwordHash }: Account, from: string) => `${id} ${passwordHash} ${from}`
  const strangers = openFairQueue({ ...CHECKS, demerits: failures.of })

  /**
   * Resolves to true if the password is correct. Hashing is costly: known owners do not queue behind strangers, nor
   * strangers behind a known owner.
   */
  async function isGenuine(form: Form<typeof signIn>, account: Account | undefined, asked: Asked) {
    const { request, reply, from, isKnown } = asked
    if (account && successesFrom.of(keyOf(account, from)) >= MOST_FROM_ONE)
      throw new ApiError('too_many_attempts', { retryAfter: successesFrom.restSeconds() })
    const verify = () => verifyPassword(account?.passwordHash ?? nobodysHash, form.password)
    return isKnown && account && successes.of(account.id) < MOST_AN_HOUR
      ? known.run({ account: account.id, request, reply }, verify)
      : strangers.inTurn(verify)({
          caller: { owner: siteOf(request.ip), party: networkOf(request.ip) },
          reply,
        })
  }

  return async (
    form: Form<typeof signIn>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Started> => {
    const slowed = (error: unknown): never => {
      if (error instanceof ApiError)
        logSecurity(request, { event: 'sign_in', outcome: 'slowed', owner: null, session: null })
      throw error
    }
    const { account, attempt, ...asked } = await count({ request, reply, email: form.email }).catch(slowed)
    const genuine = await isGenuine(form, account, { request, reply, ...asked }).catch(async (error) => {
      // The password was not checked.
      await counted.succeed(attempt)
      return slowed(error)
    })
    if (!account || !genuine) {
      failures.add(siteOf(request.ip))
      logSecurity(request, {
        event: 'sign_in',
        outcome: 'refused',
        owner: account?.id ?? null,
        session: null,
      })
      throw new ApiError('credentials_wrong')
    }
    successes.add(account.id)
    successesFrom.add(keyOf(account, asked.from))
    await counted.succeed(attempt, 'account_and_network', 'device')
    const session = await begin(account.id, form.stay_logged_in, request, account.passwordHash)
    logSecurity(request, { event: 'sign_in', outcome: 'succeeded', owner: account.id, session })
    return { session, owner: account.id }
  }
}
