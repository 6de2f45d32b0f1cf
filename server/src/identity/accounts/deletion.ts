import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
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
 * The same on behalf of a session, which must be open. With `isNoticed`, a mail confirms it, to a confirmed address alone:
 * the outbox keeps the address until the mail is sent or given up, so there must be a mail server. Throws `ApiError`
 * session_required.
 */
export const removeOwnAccount = (
  db: Db,
  { owner, session }: Pick<Caller, 'owner' | 'session'>,
  isNoticed: boolean,
  now: Date,
): Promise<void> =>
  db.transaction(async (sql) => {
    const removed = await removeOwnerIn(sql, owner, now, () => sessionStore(sql).requireOpen(session))
    if (!removed) throw new ApiError('session_required')
    if (!isNoticed) return
    const { email: address, emailConfirmedAt, language: lang } = removed
    if (emailConfirmedAt) await addMail(sql, { kind: 'account_removed', address, details: { lang } }, now)
  })

/**
 * The same in the caller's transaction; resolves to the profile that was deleted, null if it is gone already. `onLocked` is
 * called once the owner is locked.
 */
export async function removeOwnerIn(
  sql: Sql,
  owner: string,
  now: Date,
  onLocked: () => Promise<void> = async () => undefined,
): Promise<Profile | null> {
  const accounts = accountStore(sql)
  // Lock order: links before owners, as when a link is followed.
  await resetStore(sql).spendAll(owner)
  const found = await accounts.profile(owner)
  // Registrations of an address that this account has not confirmed are others'.
  if (found?.emailConfirmedAt) await registrationStore(sql).forget(found.email)
  if ((await lockOwner(sql, owner)) === undefined) return null
  await onLocked()
  const removed = await accounts.profile(owner)
  await sessionStore(sql).endAll(owner)
  await systemStore(sql).unlink(owner, now)
  if (removed?.emailConfirmedAt) await mailStore(sql).forget(removed.email)
  await accounts.remove(owner)
  return removed ?? null
}
