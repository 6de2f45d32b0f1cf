import { deriveKey } from '../../platform/derive.ts'
import { deriveKeyPair, type KeyPair } from '../../platform/key-pair.ts'

export type Keys = KeyPair & {
  /** Authenticates refresh tokens. */
  readonly refresh: Buffer
  /** Keeps those who can read the attempts from learning who tried to sign in. */
  readonly attempt: Buffer
}

/** Derives all session keys from the one secret. */
export const deriveKeys = (secret: Buffer): Keys => ({
  ...deriveKeyPair(secret, 'access'),
  refresh: deriveKey(secret, 'refresh'),
  attempt: deriveKey(secret, 'attempt'),
})
