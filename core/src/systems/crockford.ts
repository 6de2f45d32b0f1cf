/** Crockford's Base32 (crockford.com/base32.html): no I, L, O or U. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Undoes how people write a printed code: lower case, groups, O for 0, I and L for 1. */
export const asPrinted = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Encodes random bytes as one character each, of which it takes five bits. */
export const randomBase32 = (random: Uint8Array): string =>
  [...random].map((byte) => BASE32.charAt(byte % BASE32.length)).join('')
