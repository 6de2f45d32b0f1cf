import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { accountStore, type Profile } from '../accounts/store.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Throws `ApiError` password_wrong unless `hash`, against which the password was checked, is still that of an account, which must be
 * locked: another password may have come meanwhile, as by a reset.
 */
export async function requireChecked(sql: Sql, owner: string, hash: string): Promise<void> {
  if ((await accountStore(sql).passwordHash(owner)) !== hash) throw new ApiError('password_wrong')
}

/** Locks an account as `lockAccount` does, and requires `hash` as `requireChecked` does. Throws the errors of both. */
export async function lockChecked(sql: Sql, owner: string, hash: string): Promise<Profile> {
  const profile = await lockAccount(sql, owner)
  await requireChecked(sql, owner, hash)
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
