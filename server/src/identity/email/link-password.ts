import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { verifyPassword } from '../accounts/password.ts'
import type { PasswordTurns } from '../accounts/password-turns.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly passwords: PasswordTurns
}
/** An account, the address a link was sent to, and the hash of the account's password. */
type Asked = { readonly owner: string; readonly email: string; readonly hash: string }
export type LinkCall = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly aside: Aside
}

/**
 * Checks an account's password beside a link to a mailbox that may be a stranger's, in the queue of sign-ins; resolves if it is correct.
 * Tries count by mailbox: whoever has a mistyped one uses up no tries of the right one's, and gets no more by another link to it.
 * Throws `ApiError` password_wrong, too_many_attempts, unavailable.
 */
export function createLinkPassword({ db, now, secret, passwords }: Deps) {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  return async ({ owner, email, hash }: Asked, password: string, { request, reply, aside }: LinkCall) => {
    const attempt = await counted.begin([{ limit: 'link_password', who: `${owner} ${email}` }], now())
    const verify = () => verifyPassword(hash, password)
    const inTurn = () =>
      passwords.run({ account: owner, request, reply }, verify).catch(async (error) => {
        // The password was not checked.
        await counted.succeed(attempt)
        throw error
      })
    if (!(await aside(inTurn))) throw new ApiError('password_wrong')
    await counted.succeed(attempt, 'link_password')
  }
}
