import type { Db, Sql } from '../../platform/db/database.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { lockOwner } from '../../systems/owners.ts'
import { systemStore } from '../../systems/store.ts'
import { registrationStore } from '../registration/store.ts'
import { resetStore } from '../resets/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { accountStore } from './store.ts'

/**
 * Deletes an owner and all personal data in one transaction; false if they are gone already. Their sessions end at
 * once. Their systems' data stays, anonymized.
 */
export const removeOwner = (db: Db, owner: string, now: Date): Promise<boolean> =>
  db.transaction((sql) => removeOwnerIn(sql, owner, now))

/** The same in the caller's transaction. */
export async function removeOwnerIn(sql: Sql, owner: string, now: Date): Promise<boolean> {
  const accounts = accountStore(sql)
  // Lock order: links before owners, as when a link is followed.
  await resetStore(sql).spendAll(owner)
  const profile = await accounts.profile(owner)
  if (profile) await registrationStore(sql).forget(profile.email)
  const email = await lockOwner(sql, owner)
  if (email === undefined) return false
  await sessionStore(sql).endAll(owner)
  await systemStore(sql).unlink(owner, now)
  await mailStore(sql).forget(email)
  await accounts.remove(owner)
  return true
}
