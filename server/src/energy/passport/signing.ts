import type { BatteryPassport, SignedPassport } from '@kellersonne/contract/energy/battery-passport'
import { CompactSign } from 'jose'
import { deriveKeyPair } from '../../platform/key-pair.ts'

const TYPE = 'battery-passport+jws'

/** Signs passports with a key of this installation. */
export function passportSigner(secret: Buffer) {
  const { sign, verify, kid } = deriveKeyPair(secret, 'battery passport')
  const { kty, crv, x } = verify.export({ format: 'jwk' })
  return {
    /** The public key as a JWK set (RFC 7517). */
    keys: { keys: [{ kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }] },
    async signed(passport: BatteryPassport): Promise<SignedPassport> {
      const jws = await new CompactSign(Buffer.from(JSON.stringify(passport)))
        .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
        .sign(sign)
      return { passport, jws }
    },
  }
}
