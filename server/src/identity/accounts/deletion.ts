import type { Db, Sql } from '../../platform/db/database.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { lockOwner } from '../../systems/owners.ts'
import { systemStore } from '../../systems/store.ts'
import { addMail } from '../mail/mails.ts'
import { registrationStore } from '../registration/store.ts'
import { resetStore } from '../resets/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { accountStore, type Profile } from './store.ts'

/**
 * Deletes an owner and all personal data in one transaction; false if they are gone already. Their sessions end at
 * once. Their systems' data stays, anonymized.
 */
export const removeOwner = (db: Db, owner: string, now: Date): Promise<boolean> =>
  db.transaction(async (sql) => (await removeOwnerIn(sql, owner, now)) !== null)

/**
 * The same, with a mail that confirms it, to a confirmed address alone. The outbox keeps the address until the mail is
 * sent or given up; there must be a mail server.
 */
export const removeOwnerWithNotice = (db: Db, owner: string, now: Date): Promise<boolean> =>
  db.transaction(async (sql) => {
    const removed = await removeOwnerIn(sql, owner, now)
    if (!removed) return false
    const { email: address, emailConfirmedAt, language: lang } = removed
    if (emailConfirmedAt) await addMail(sql, { kind: 'account_removed', address, details: { lang } }, now)
    return true
  })

/** The same in the caller's transaction; resolves to the profile that was deleted, null if it is gone already. */
export async function removeOwnerIn(sql: Sql, owner: string, now: Date): Promise<Profile | null> {
  const accounts = accountStore(sql)
  // Lock order: links before owners, as when a link is followed.
  await resetStore(sql).spendAll(owner)
  const found = await accounts.profile(owner)
  if (found) await registrationStore(sql).forget(found.email)
  const email = await lockOwner(sql, owner)
  if (email === undefined) return null
  const removed = await accounts.profile(owner)
  await sessionStore(sql).endAll(owner)
  await systemStore(sql).unlink(owner, now)
  await mailStore(sql).forget(email)
  await accounts.remove(owner)
  return removed ?? null
}
