import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { accountStore, type Profile } from '../accounts/store.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Locks an account whose password was checked against `hash`; resolves to its profile. Throws `ApiError` password_wrong if another
 * password has come meanwhile, as by a reset, and link_invalid if the account is gone.
 */
export async function lockChecked(sql: Sql, owner: string, hash: string): Promise<Profile> {
  const profile = await lockAccount(sql, owner)
  if ((await accountStore(sql).passwordHash(owner)) !== hash) throw new ApiError('password_wrong')
  return profile
}

/**
 * Confirms an address as that of a locked account, whose links to confirm one end. Throws `ApiError` link_invalid if another account
 * has confirmed it.
 */
export async function settleAddress(sql: Sql, { owner, email }: EmailLink, now: Date): Promise<void> {
  if (!(await accountStore(sql).confirmEmail(owner, email, now))) throw new ApiError('link_invalid')
  await emailLinkStore(sql).dropConfirmations(owner)
}
