import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import type { Aside, Reply } from '../../platform/http/turns/fair-queue.ts'
import type { Limit } from '../../platform/rate-limits/limits.ts'
import { type CountedAttempt, type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { verifyPassword } from './password.ts'
import type { PasswordTurns } from './password-turns.ts'
import { accountStore } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly turns: PasswordTurns
}
export type OwnersCall = {
  readonly caller: Pick<Caller, 'owner' | 'session'>
  readonly request: Pick<FastifyRequest, 'ip'>
  readonly reply: Reply
  readonly aside: Aside
}

const OWN: readonly Limit[] = ['password', 'password_owner']

/**
 * Checks the password of a signed-in owner again, in the queue of sign-ins; resolves if it is correct. `more`: what else it counts
 * in, which the owner gets back unless the password was correct; resolves to that. Throws `ApiError` password_wrong,
 * too_many_attempts, unavailable, and session_required if the owner is gone.
 */
export function createPasswordCheck({ db, now, secret, turns }: Deps) {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  return async function confirmPassword(
    { caller: { owner, session }, request, reply, aside }: OwnersCall,
    password: string,
    more: readonly RateLimitKey[] = [],
  ): Promise<CountedAttempt> {
    const tries = [
      { limit: 'password', who: session },
      { limit: 'password_owner', who: owner },
      ...more,
    ] as const
    const attempt = await counted.begin(tries, now())
    const own = attempt.filter(({ limit }) => OWN.includes(limit))
    const others = attempt.filter(({ limit }) => !OWN.includes(limit))
    const hash = await accountStore(db).passwordHash(owner)
    if (hash === undefined) throw new ApiError('session_required')
    const verify = () => verifyPassword(hash, password)
    const inTurn = () =>
      turns.run({ account: owner, request, reply }, verify).catch(async (error) => {
        // The password was not checked.
        await counted.succeed(attempt)
        throw error
      })
    if (!(await aside(inTurn))) {
      await counted.succeed(others)
      throw new ApiError('password_wrong')
    }
    await counted.succeed(own, ...OWN)
    return others
  }
}
export type ConfirmPassword = ReturnType<typeof createPasswordCheck>
