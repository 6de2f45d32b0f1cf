import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'

/** What limits new systems of owners' own. */
export type NewSystemLimits = {
  readonly secret: Buffer
  /** The address of the gateway that asks. */
  readonly ip: string | undefined
  /** How many new systems the operator takes in a day. */
  readonly aDay: number
}

/**
 * Counts a new system of an owner's own, whoever they are: for its network and site for thirty days, and for all of a day. Called
 * in its transaction, so that one that is not added does not count. Throws `ApiError` too_many_attempts.
 */
export async function limitNewSystems(
  sql: Sql,
  { secret, ip, aDay }: NewSystemLimits,
  now: Date,
): Promise<void> {
  await rateLimits(sql, deriveKey(secret, 'attempt')).begin(
    [
      { limit: 'own_systems_network', who: networkOf(ip) },
      { limit: 'own_systems_site', who: siteOf(ip) },
      { limit: 'own_systems', who: 'everybody', most: aDay },
    ],
    now,
  )
}
