import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { openTokenBuckets } from '../rate-limits/token-buckets.ts'

/** More than a unit whose line keeps failing needs. */
const RATE = { burst: 30, everyMs: 1000 }

/** Counts how often units sign in: each time costs a query, and two changes of what is known of them. */
export function openSignInRates(now: () => Date) {
  const buckets = openTokenBuckets<SerialNumber>(RATE, now)
  return {
    /** True if a unit must wait before it signs in again. */
    isExceeded: (sn: SerialNumber): boolean => buckets.owed(sn) > 0,
    /**
     * Must be called only after a right secret: nobody else may use up a unit's. Returns false, and counts nothing, if others of the
     * unit, looked up at the same time, have used it up: however many they are, it owes no more than one.
     */
    count(sn: SerialNumber): boolean {
      if (buckets.owed(sn) > 0) return false
      buckets.spend(sn, 1)
      return true
    },
    /** Lets a unit sign in that has a new secret: whoever had the former one may have used it up. */
    forgive: buckets.forgive,
  }
}
/** Counts attempts under a wrong name, by network. */
export const openWrongNameRates = (now: () => Date) => openTokenBuckets<string>(RATE, now)
export type SignInRates = ReturnType<typeof openSignInRates>
