import type { Sql } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type RateLimitKey, rateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Claim } from './claims.ts'

const handoversIn = (claims: readonly Claim[]) =>
  claims.flatMap(({ outcome, sn }) => (outcome === 'handover' && sn !== null ? [sn] : []))

/**
 * Counts the claims that became pending just now, per owner and per network, and hand-overs per system, with each time
 * that one asks for the switch. Must be called in the transaction that created them: if it throws `ApiError`
 * too_many_waits, or too_many_attempts for a hand-over, they are rolled back.
 */
export async function limitPendingClaims(
  sql: Sql,
  attemptKey: Buffer,
  made: readonly Claim[],
  { owner, network }: { readonly owner: string; readonly network: string },
  now: Date,
): Promise<void> {
  const begun = made.filter(({ wait }) => wait?.isNew)
  const handovers: RateLimitKey[] = [
    ...handoversIn(begun).map((sn) => ({ limit: 'handover', who: sn }) as const),
    ...handoversIn(made).map((sn) => ({ limit: 'handover_switch', who: `${sn} ${owner}` }) as const),
  ]
  if (handovers.length > 0) await rateLimits(sql, attemptKey).begin(handovers, now)
  const times = begun.length
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
