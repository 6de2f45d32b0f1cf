import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { type Claim, claims, keysOf } from '../../systems/claims.ts'
import { codeKeyOf } from '../../systems/codes.ts'
import { limitPendingClaims } from '../../systems/limit-pending-claims.ts'
import { sendConfirmationIfFree } from '../email/send-confirmation.ts'
import { addMail } from '../mail/mails.ts'
import { identityStore } from '../provider/store.ts'
import type { Registration } from '../registration/store.ts'
import { accountStore } from './store.ts'

export type Created = { readonly owner: string; readonly made: readonly Claim[] }

/**
 * Creates an account and claims its systems. `isConfirmed`: the owner has proven that the address is theirs. Resolves
 * to taken 'email' if the address has an account already, 'identity' if the ticket's identity has one; the caller
 * must then roll back. Throws `ApiError` too_many_waits.
 */
export async function createAccount(
  sql: Sql,
  { secret, network }: { readonly secret: Buffer; readonly network: string },
  { email, details, isConfirmed }: Registration & { readonly isConfirmed: boolean },
  passwordHash: string,
  now: Date,
): Promise<Created | { readonly taken: 'email' | 'identity' }> {
  const { language, phone, country, terms, at, keys, identity } = details
  const agreed = { phone, country, terms, at: new Date(at), isConfirmed }
  const owner = await accountStore(sql).create(email, passwordHash, language, agreed)
  if (owner === null) return { taken: 'email' }
  if (identity && !(await identityStore(sql).link(identity, owner, now))) return { taken: 'identity' }
  if (isConfirmed) await addMail(sql, { kind: 'welcome', owner }, now)
  else await sendConfirmationIfFree(sql, secret, 'registration', { owner, email }, now)
  const made = await claims(sql, codeKeyOf(secret)).make(keysOf(keys), owner, now)
  await limitPendingClaims(sql, deriveKey(secret, 'attempt'), made, { owner, network }, now)
  return { owner, made }
}
