import { setImmediate as turn } from 'node:timers/promises'
import { holdsAddress, isWeak } from '@kellersonne/core/identity/passwords'

let last: Promise<unknown> = Promise.resolve()

/** Judges take some 10 ms each: one at a time, and others are answered between them. */
function inTurn<T>(judge: () => T): Promise<T> {
  const judged = last.then(() => turn()).then(judge)
  last = judged.catch(() => undefined)
  return judged
}

/**
 * Whether a password is too easily guessed for the account of an address: common, or made of the address.
 * Loads the lists of common passwords when it is first asked. Not in a transaction: it may have to wait.
 */
export async function isWeakFor(password: string, email: string): Promise<boolean> {
  if (holdsAddress(password, email)) return true
  const { strengthFor } = await import('@kellersonne/contract/identity/strength')
  return inTurn(() => isWeak(strengthFor(password, email)))
}
