import type { Sql } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { rateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Claim } from './claims.ts'

/**
 * Counts the claims that became pending just now, per owner and per network. Must be called in the transaction that
 * created them: if it throws `ApiError` too_many_waits, they are rolled back.
 */
export async function limitPendingClaims(
  sql: Sql,
  attemptKey: Buffer,
  made: readonly Claim[],
  { owner, network }: { readonly owner: string; readonly network: string },
  now: Date,
): Promise<void> {
  const times = made.filter(({ wait }) => wait?.isNew).length
  if (times === 0) return
  const tries = [
    { limit: 'wait', who: owner, times },
    { limit: 'wait_network', who: network, times },
  ] as const
  await rateLimits(sql, attemptKey)
    .begin(tries, now)
    .catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError('too_many_waits', error.detail) : error
    })
}
