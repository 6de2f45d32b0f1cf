import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'

/** What limits new accounts; `aDay`: how many the operator takes in a day. */
type NewAccountLimits = { readonly secret: Buffer; readonly aDay: number }

/** Beyond the operator's number there are this many times as many in all, so few of each site that owners elsewhere get in. */
const BEYOND = 10

/**
 * Counts a new account that no code of a unit vouches for: for its site, and for all of a day. Called in its transaction, so that one
 * that is not created does not count. Throws `ApiError` too_many_attempts.
 */
export async function limitNewAccounts(
  sql: Sql,
  { secret, aDay }: NewAccountLimits,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const limits = rateLimits(sql, deriveKey(secret, 'attempt'))
  const who = siteOf(request.ip)
  await limits.begin([{ limit: 'accounts_site', who }], now)
  if (await limits.beginIfFree([{ limit: 'accounts', who: 'everybody', most: aDay }], now)) return
  logSecurity(request, { event: 'accounts_full', outcome: 'slowed', owner: null, session: null })
  const beyond = { limit: 'accounts', who: 'beyond', most: aDay * BEYOND } as const
  await limits.begin([{ limit: 'accounts_beyond', who }, beyond], now)
}
