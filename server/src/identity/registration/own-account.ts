import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { keysOf } from '../../systems/claims.ts'
import { type Created, claimAll } from '../accounts/create-account.ts'
import { verifyPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { lockAccount } from '../email/lock-account.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/**
 * Resolves to the account that has an address without having confirmed it, if this is its password; otherwise null. Tries are counted
 * with those of its confirmation link: the mailbox may be somebody else's.
 */
export async function ownAccount(
  { db, now, secret }: Deps,
  email: string,
  password: string,
): Promise<{ readonly owner: string; readonly hash: string } | null> {
  const holder = await accountStore(db).byEmail(email)
  if (!holder || holder.isConfirmed) return null
  const { id: owner, passwordHash: hash } = holder
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const attempt = await counted.beginIfFree([{ limit: 'link_password', who: `${owner} ${email}` }], now())
  if (!attempt || !(await verifyPassword(hash, password))) return null
  await counted.succeed(attempt, 'link_password')
  return { owner, hash }
}

type Own = { readonly owner: string; readonly hash: string }
type Taken = { readonly email: string; readonly keys: readonly string[]; readonly network: string }

/**
 * Confirms that account, and claims for it what the registration was for; false if another password has come meanwhile. A stranger who
 * registers the address would otherwise have its owner make another account, which takes the address from the one with the battery.
 */
export async function confirmOwnAccount(
  sql: Sql,
  { now, secret }: Deps,
  { owner, hash }: Own,
  { email, keys, network }: Taken,
): Promise<Created | false> {
  await lockAccount(sql, owner)
  if ((await accountStore(sql).passwordHash(owner)) !== hash) return false
  if (!(await accountStore(sql).confirmEmail(owner, email, now()))) return false
  await emailLinkStore(sql).dropConfirmations(owner)
  return { owner, made: await claimAll(sql, { secret, network }, keysOf(keys), owner, now()) }
}
