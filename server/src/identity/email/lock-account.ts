import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { lockOwner } from '../../systems/owners.ts'
import { accountStore, type Profile } from '../accounts/store.ts'
import { resetStore } from '../resets/store.ts'

/**
 * Locks an account whose address is about to change and invalidates its password reset links. The links come first,
 * in the lock order of following one. Throws `ApiError` link_invalid if the account is gone.
 */
export async function lockAccount(sql: Sql, owner: string): Promise<Profile> {
  await resetStore(sql).spendAll(owner)
  await lockOwner(sql, owner)
  const profile = await accountStore(sql).profile(owner)
  if (!profile) throw new ApiError('link_invalid')
  return profile
}
