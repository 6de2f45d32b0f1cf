import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type RegistrationCode, registrationCode } from '@kellersonne/core/systems/keys'
import type { PairingCode } from '@kellersonne/core/systems/pairing'
import type { Sql } from '../platform/db/database.ts'
import { deriveKey } from '../platform/derive.ts'
import { claimStore } from './claim-store.ts'

const RANDOM_BYTES = 12

/** Derives the key that protects the codes' hashes from brute force by anyone who can read the database. */
export const codeKeyOf = (secret: Buffer) => deriveKey(secret, 'registration code')

/** Derives the same for pairing codes. */
export const pairingCodeKeyOf = (secret: Buffer) => deriveKey(secret, 'pairing code')

export const hashCode = (codeKey: Buffer, code: RegistrationCode | PairingCode): Buffer =>
  createHmac('sha256', codeKey).update(code).digest()

/** Compares in constant time. */
export const isSameHash = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export function newCode(): RegistrationCode {
  for (;;) {
    const code = registrationCode(randomBytes(RANDOM_BYTES))
    if (code !== null) return code
  }
}

/** Sets the codes of systems that have none yet. */
export const putCodes = (
  sql: Sql,
  codeKey: Buffer,
  codes: readonly { readonly system: number; readonly code: RegistrationCode }[],
) => claimStore(sql).addCodes(codes.map(({ system, code }) => ({ system, hash: hashCode(codeKey, code) })))

/** Sets the code that claims a system; the previous code becomes invalid. */
export const putCode = (sql: Sql, codeKey: Buffer, system: number, code: RegistrationCode) =>
  claimStore(sql).putCode(system, hashCode(codeKey, code))
