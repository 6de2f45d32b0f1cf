import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { verifyPassword } from './password.ts'
import { accountStore } from './store.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/**
 * Checks the password of a signed-in owner again; resolves if it is correct. Throws `ApiError` password_wrong,
 * too_many_attempts, and session_required if the owner is gone.
 */
export function createPasswordCheck({ db, now, secret }: Deps) {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  return async function confirmPassword(
    { owner, session }: Pick<Caller, 'owner' | 'session'>,
    password: string,
  ): Promise<void> {
    const tries = [
      { limit: 'password', who: session },
      { limit: 'password_owner', who: owner },
    ] as const
    const attempt = await counted.begin(tries, now())
    const hash = await accountStore(db).passwordHash(owner)
    if (hash === undefined) throw new ApiError('session_required')
    if (!(await verifyPassword(hash, password))) throw new ApiError('password_wrong')
    await counted.succeed(attempt, 'password', 'password_owner')
  }
}
