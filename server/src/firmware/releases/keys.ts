import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { type ImageFacts, statementOf } from '@kellersonne/core/firmware/image'

const ID_LENGTH = 16

/** Parses an Ed25519 key in PEM; null for anything else. */
function parsed(pem: string, read: (pem: string) => KeyObject): KeyObject | null {
  try {
    const key = read(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
export const privateKeyOf = (pem: string) => parsed(pem, createPrivateKey)
/** Rejects a private key, although its public key could be derived: private keys must not be passed around. */
export const publicKeyOf = (pem: string) => (pem.includes('PRIVATE') ? null : parsed(pem, createPublicKey))

const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString()

/** Returns the id of a public key: the beginning of its fingerprint. */
export const keyId = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, ID_LENGTH)

export const describeKey = (publicKey: KeyObject) => ({ id: keyId(publicKey), pem: toPem(publicKey) })

/** Generates a key pair for an operator: the private key as PEM (PKCS 8) and a description of the public key. */
export function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ...describeKey(publicKey),
  }
}

/** Returns the signature in Base64. */
export const signImage = (facts: ImageFacts, privateKey: KeyObject): string =>
  sign(null, Buffer.from(statementOf(facts)), privateKey).toString('base64')

export const isSignedBy = (facts: ImageFacts, signature: string, publicKey: KeyObject): boolean =>
  verify(null, Buffer.from(statementOf(facts)), publicKey, Buffer.from(signature, 'base64'))
