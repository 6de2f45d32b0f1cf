import { asPrinted, BASE32, randomBase32 } from './crockford.ts'
import { type SerialNumber, serialNumber } from './systems.ts'

/** A registration code: 12 characters of Crockford's Base32 and their check character, without separators. */
export type RegistrationCode = string & { readonly kind: 'code' }

/** What an owner types to claim a system. */
export type Key =
  | { readonly kind: 'sn'; readonly sn: SerialNumber }
  | { readonly kind: 'code'; readonly code: RegistrationCode }
/** format: neither a serial number nor a code. checksum: a code with a typo. */
export type KeyFault = 'format' | 'checksum'

/** The digits, then the five symbols reserved for check characters. */
const DIGITS = `${BASE32}*~$=U`
const BASE = BASE32.length
const DATA = 12
/** Characters of a key as it is typed; a longer one is not parsed. */
export const LONGEST_KEY = 40
const PRINTED = /^[0-9A-HJKMNP-TV-Z]{13}$/

function checkCharacter(data: string): string {
  let rest = 0
  for (const digit of data) rest = (rest * BASE + DIGITS.indexOf(digit)) % DIGITS.length
  return DIGITS.charAt(rest)
}

/**
 * True for a mix of letters and digits, even if O and I are written for 0 and 1. A code always is one and a serial
 * number never is, so neither can be taken for the other.
 */
const mixed = (text: string) => /[2-9]/.test(text) && /[A-Z]/.test(text)

/**
 * Still contains letters and digits after any one-character typo, so a mistyped code never parses as a serial number.
 */
const sturdy = (text: string) => /[2-9].*[2-9]/.test(text) && /[A-Z].*[A-Z]/.test(text)

/** Parses a serial number or a registration code, however the code is grouped. Surrounding blanks are ignored. */
export function readKey(text: string): Key | { readonly fault: KeyFault } {
  const typed = text.trim()
  if (typed.length > LONGEST_KEY) return { fault: 'format' }
  const sn = serialNumber(typed)
  if (sn !== null) return { kind: 'sn', sn }
  const code = asPrinted(typed)
  if (!PRINTED.test(code) || !mixed(code)) return { fault: 'format' }
  if (checkCharacter(code.slice(0, DATA)) !== code.at(-1)) return { fault: 'checksum' }
  return { kind: 'code', code: code as RegistrationCode }
}

/**
 * Makes a code from random bytes, one per character (12 or more, evenly distributed). Returns null if they make no
 * printable code: retry with others.
 */
export function registrationCode(random: Uint8Array): RegistrationCode | null {
  const data = randomBase32(random.subarray(0, DATA))
  const code = `${data}${checkCharacter(data)}`
  return PRINTED.test(code) && sturdy(code) ? (code as RegistrationCode) : null
}

/** Formats a code as printed: groups of four, four and five. */
export const printedCode = (code: RegistrationCode) =>
  `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`
