import type { Key } from '@kellersonne/core/systems/keys'
import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'
import { type Claim, claims, keysOf } from '../../systems/claims.ts'
import { codeKeyOf } from '../../systems/codes.ts'
import { limitPendingClaims } from '../../systems/limit-pending-claims.ts'
import { sendConfirmationIfFree } from '../email/send-confirmation.ts'
import { addMail } from '../mail/mails.ts'
import { identityStore } from '../provider/store.ts'
import type { Registration } from '../registration/store.ts'
import { accountStore } from './store.ts'

type Caller = { readonly secret: Buffer; readonly network: string }
export type Created = { readonly owner: string; readonly made: readonly Claim[] }

/**
 * Creates an account and claims its systems. `isConfirmed`: the owner has proven that the address is theirs. Resolves
 * to taken 'email' if the address has an account already, 'identity' if the ticket's identity has one; the caller
 * must then roll back. Throws `ApiError` too_many_waits.
 */
export async function createAccount(
  sql: Sql,
  { secret, network }: Caller,
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
  else {
    // A network is the prefix of its addresses: they all belong to the same site.
    const wanted = { kind: 'registration', site: siteOf(network) } as const
    await sendConfirmationIfFree(sql, secret, wanted, { owner, email }, now)
  }
  const made = await claimAll(sql, { secret, network }, keysOf(keys), owner, now)
  return { owner, made }
}

/**
 * Claims the systems of a registration for its account. Where others have begun too many hand-overs of one of them, it is left out: the
 * account does not have to wait until theirs no longer count.
 */
export async function claimAll(
  sql: Sql,
  { secret, network }: Caller,
  keys: readonly Key[],
  owner: string,
  now: Date,
) {
  async function claim(some: readonly Key[]) {
    const made = await claims(sql, codeKeyOf(secret)).make(some, owner, now)
    await limitPendingClaims(sql, deriveKey(secret, 'attempt'), made, { owner, network }, now)
    return made
  }
  await sql.run('savepoint claims')
  try {
    return await claim(keys)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_many_attempts') throw error
    await sql.run('rollback to savepoint claims')
    const outcomes = await claims(sql, codeKeyOf(secret)).judge(keys, owner, now)
    const isLeftOut = (i: number) => outcomes[i] === 'handover'
    const made = await claim(keys.filter((_, i) => !isLeftOut(i)))
    return keys.flatMap((key, i): Claim[] =>
      isLeftOut(i)
        ? [{ key, sn: null, outcome: 'taken', wait: null }]
        : made.filter((one) => one.key === key),
    )
  }
}
