import { asPrinted, randomBase32 } from './crockford.ts'

/** What an owner types at a gateway to make it theirs: ten characters of Base32, without separators. */
export type PairingCode = string & { readonly kind: 'pairing code' }

const LENGTH = 10
const PRINTED = /^[0-9A-HJKMNP-TV-Z]{10}$/

/** How long a pairing code is valid (GWY-20). */
export const PAIRING_MS = 10 * 60_000
/** How many systems of their own an owner may have, those counted that they gave up less than `GIVEN_UP_MS` ago. */
export const MAX_OWN_SYSTEMS = 20
export const GIVEN_UP_MS = 30 * 86_400_000
/** Number of random bytes that `pairingCode` needs. */
export const PAIRING_BYTES = LENGTH

const isPairingCode = (text: string): text is PairingCode => PRINTED.test(text)

/** Parses a code as typed, however it is grouped; null if it is not one. */
export function readPairingCode(typed: string): PairingCode | null {
  const text = asPrinted(typed)
  return isPairingCode(text) ? text : null
}

/** Makes a code of 50 random bits. Throws if there are fewer than `PAIRING_BYTES` bytes. */
export function pairingCode(random: Uint8Array): PairingCode {
  const code = randomBase32(random.subarray(0, LENGTH))
  if (!isPairingCode(code)) throw new Error('too few random bytes for a pairing code')
  return code
}

/** Formats a code as shown: two groups of five. */
export const printedPairingCode = (code: PairingCode): string => `${code.slice(0, 5)}-${code.slice(5)}`
