import { setImmediate as turn } from 'node:timers/promises'
import { containsAddress, isWeak } from '@kellersonne/core/identity/passwords'

let last: Promise<unknown> = Promise.resolve()

/** A check takes some 10 ms: runs one at a time and yields to the event loop in between. */
function inTurn<T>(judge: () => T): Promise<T> {
  const judged = last.then(() => turn()).then(judge)
  last = judged.catch(() => undefined)
  return judged
}

/** Blocks the event loop for more than a tenth of a second the first time: to be awaited before anybody is served. */
export const loadCommonPasswords = () => import('@kellersonne/contract/identity/strength')

/**
 * True if a password is too easy to guess for this address: common, or derived from the address. Must not be called in a
 * transaction, as it may have to wait.
 */
export async function isWeakFor(password: string, email: string): Promise<boolean> {
  if (containsAddress(password, email)) return true
  const { strengthFor } = await loadCommonPasswords()
  return inTurn(() => isWeak(strengthFor(password, email)))
}
