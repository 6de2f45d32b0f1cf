import { holdsAddress, isWeak } from '@kellersonne/core/passwords'

/**
 * Whether a password is too easily guessed for the account of an address: common, or made of the address.
 * Loads the lists of common passwords when it is first asked.
 */
export async function isWeakFor(password: string, email: string): Promise<boolean> {
  if (holdsAddress(password, email)) return true
  const { strengthFor } = await import('@kellersonne/contract/strength')
  return isWeak(strengthFor(password, email))
}
