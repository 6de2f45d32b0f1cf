import { type SerialNumber, serialNumber } from './systems.ts'

/** A registration code: 12 characters of Crockford's Base32 and their check character, as one word. */
export type RegistrationCode = string & { readonly kind: 'code' }

/** What an owner types to make a system theirs. */
export type Key =
  | { readonly kind: 'sn'; readonly sn: SerialNumber }
  | { readonly kind: 'code'; readonly code: RegistrationCode }
/** format: neither a serial number nor a code. checksum: a code with a slip in it. */
export type KeyFault = 'format' | 'checksum'

/** Crockford's Base32, then the five symbols only a check character can have (crockford.com/base32.html). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U'
const BASE = 32
const DATA = 12
const PRINTED = /^[0-9A-HJKMNP-TV-Z]{13}$/

function checkCharacter(data: string): string {
  let rest = 0
  for (const digit of data) rest = (rest * BASE + DIGITS.indexOf(digit)) % DIGITS.length
  return DIGITS.charAt(rest)
}

/** What people write for what is printed: small letters, groups, O for 0, I and L for 1. */
const asPrinted = (text: string) =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/**
 * A code always mixes letters and digits, also where O and I are written for 0 and 1; a serial number never does:
 * none can be taken for the other.
 */
const mixed = (text: string) => /[2-9]/.test(text) && /[A-Z]/.test(text)

/** Still mixed when any one character is another, so that no slip makes a serial number of a code. */
const sturdy = (text: string) => /[2-9].*[2-9]/.test(text) && /[A-Z].*[A-Z]/.test(text)

/** Reads a serial number or a registration code, however the code is grouped. Surrounding blanks do not count. */
export function readKey(text: string): Key | { readonly fault: KeyFault } {
  const typed = text.trim()
  const sn = serialNumber(typed)
  if (sn !== null) return { kind: 'sn', sn }
  const code = asPrinted(typed)
  if (!PRINTED.test(code) || !mixed(code)) return { fault: 'format' }
  if (checkCharacter(code.slice(0, DATA)) !== code.at(-1)) return { fault: 'checksum' }
  return { kind: 'code', code: code as RegistrationCode }
}

/**
 * A code from random bytes, one a character (12 or more, evenly distributed); null where these make none that
 * can be printed: take others then.
 */
export function registrationCode(random: Uint8Array): RegistrationCode | null {
  const data = [...random.subarray(0, DATA)].map((byte) => DIGITS.charAt(byte % BASE)).join('')
  const code = `${data}${checkCharacter(data)}`
  return PRINTED.test(code) && sturdy(code) ? (code as RegistrationCode) : null
}

/** As it is printed: groups of four, four and five. */
export const printedCode = (code: RegistrationCode) =>
  `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`
