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

/** A key in PEM, or null where the text is none of this kind for Ed25519. */
function parsed(pem: string, read: (pem: string) => KeyObject): KeyObject | null {
  try {
    const key = read(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
export const privateKeyOf = (pem: string) => parsed(pem, createPrivateKey)
/** A private key is none to be shown around, though its public one could be told. */
export const publicKeyOf = (pem: string) => (pem.includes('PRIVATE') ? null : parsed(pem, createPublicKey))

const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString()

/** How a public key is called: the beginning of its fingerprint. */
export const keyId = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, ID_LENGTH)

export const describeKey = (publicKey: KeyObject) => ({ id: keyId(publicKey), pem: toPem(publicKey) })

/** A new pair of an operator's: the private one as PEM (PKCS 8), the public one described. */
export function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ...describeKey(publicKey),
  }
}

/** Base64. */
export const signImage = (facts: ImageFacts, privateKey: KeyObject): string =>
  sign(null, Buffer.from(statementOf(facts)), privateKey).toString('base64')

export const isSignedBy = (facts: ImageFacts, signature: string, publicKey: KeyObject): boolean =>
  verify(null, Buffer.from(statementOf(facts)), publicKey, Buffer.from(signature, 'base64'))
