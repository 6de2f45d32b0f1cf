import { hkdfSync } from 'node:crypto'

/** Derives a 32-byte key for one purpose from the one secret (HKDF, RFC 5869). */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `kellersonne ${purpose}`, 32))
