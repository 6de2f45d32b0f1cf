import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type RegistrationCode, registrationCode } from '@kellersonne/core/systems/keys'
import type { Sql } from '../platform/db/database.ts'
import { deriveKey } from '../platform/derive.ts'
import { claimStore } from './claim-store.ts'

const RANDOM_BYTES = 12

/** What keeps the codes' hashes from being guessed by whoever reads the database. */
export const codeKeyOf = (secret: Buffer) => deriveKey(secret, 'registration code')

export const hashCode = (codeKey: Buffer, code: RegistrationCode): Buffer =>
  createHmac('sha256', codeKey).update(code).digest()

/** In the same time whatever they share. */
export const isSameHash = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export function newCode(): RegistrationCode {
  for (;;) {
    const code = registrationCode(randomBytes(RANDOM_BYTES))
    if (code !== null) return code
  }
}

/** Makes `code` the one that claims a system: the one before is worth nothing any more. */
export const putCode = (sql: Sql, codeKey: Buffer, system: number, code: RegistrationCode) =>
  claimStore(sql).putCode(system, hashCode(codeKey, code))
