import type { Sql } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type RateLimitKey, rateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Claim } from './claims.ts'

/**
 * Counts the claims that became pending just now, per owner and per network, and hand-overs per system. Must be called in the transaction that
 * created them: if it throws `ApiError` too_many_waits, or too_many_attempts
 * for a hand-over, they are rolled back.
 */
export async function limitPendingClaims(
  sql: Sql,
  attemptKey: Buffer,
  made: readonly Claim[],
  { owner, network }: { readonly owner: string; readonly network: string },
  now: Date,
): Promise<void> {
  const begun = made.filter(({ wait }) => wait?.isNew)
  const times = begun.length
  if (times === 0) return
  const handovers = begun.flatMap(({ outcome, sn }): RateLimitKey[] =>
    outcome === 'handover' && sn !== null ? [{ limit: 'handover', who: sn }] : [],
  )
  if (handovers.length > 0) await rateLimits(sql, attemptKey).begin(handovers, now)
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
