import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose, out of the one secret (HKDF, RFC 5869). */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `kellersonne ${purpose}`, 32))
