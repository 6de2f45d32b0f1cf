import { containsAddress, isWeak } from '@kellersonne/core/identity/passwords'
import { openHalfTime } from '../../platform/http/turns/half-time.ts'

/** A check takes some 10 ms, and more if it is chosen for that: strangers may ask for as many as they like. */
const checks = openHalfTime({ all: 200, retryAfter: 5 })

/** Blocks the event loop for more than a tenth of a second the first time: to be awaited before anybody is served. */
export const loadCommonPasswords = () => import('@kellersonne/contract/identity/strength')

/**
 * True if a password is too easy to guess for this address: common, or derived from the address. Must not be called in a
 * transaction, as it may have to wait. Throws `ApiError` unavailable if too many do.
 */
export async function isWeakFor(password: string, email: string): Promise<boolean> {
  if (containsAddress(password, email)) return true
  const { strengthFor } = await loadCommonPasswords()
  return checks.run(() => isWeak(strengthFor(password, email)))
}
