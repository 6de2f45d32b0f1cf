import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { deriveKey } from './derive.ts'

export type KeyPair = { readonly sign: KeyObject; readonly verify: KeyObject; readonly kid: string }

/** PKCS 8 around a bare Ed25519 seed (RFC 8410, 7). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the key pair that signs for one purpose. `secret` of at least 32 bytes. */
export function deriveKeyPair(secret: Buffer, purpose: string): KeyPair {
  const sign = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, deriveKey(secret, purpose)]),
    format: 'der',
    type: 'pkcs8',
  })
  const verify = createPublicKey(sign)
  const kid = createHash('sha256')
    .update(verify.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16)
  return { sign, verify, kid }
}
