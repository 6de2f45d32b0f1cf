import { readKey } from '@kellersonne/core/systems/keys'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { stored } from '../../../platform/stored.ts'
import { keyFields, type RegisteredBy, type Typed } from './fields.ts'

/** How long the link of a registration is good. */
const LINK_MS = 24 * 3_600_000

const isCode = (text: string) => {
  const key = readKey(text)
  return 'kind' in key && key.kind === 'code'
}
const codesIn = (typed: Typed) => keyFields.map((field) => typed[field]).filter(isCode)

export function registeredBy(typed: Typed): RegisteredBy {
  if (typed.own_system !== '') return 'own'
  return codesIn(typed).length > 0 ? 'code' : 'number'
}

/**
 * Keeps the codes of a registration that ends by a link, as the server does not: whoever opens the link in this browser,
 * and nobody else, need not type them again.
 */
export function keepCodes(typed: Typed) {
  const codes = codesIn(typed)
  const until = new Date(serverNow().getTime() + LINK_MS).toISOString()
  stored.typedCodes.set(codes.length > 0 ? { email: typed.email.trim(), codes, until } : null)
}

/** Returns the codes that were typed in this browser for the address within the last day. */
export function keptCodes(email: string): readonly string[] {
  const kept = stored.typedCodes.get()
  if (kept === null) return []
  if (new Date(kept.until) <= serverNow()) {
    stored.typedCodes.set(null)
    return []
  }
  return kept.email.toLowerCase() === email.toLowerCase() ? kept.codes : []
}
