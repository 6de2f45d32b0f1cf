import { randomUUID } from 'node:crypto'
import type { confirmEmail } from '@kellersonne/contract/identity/email'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import type { PasswordTurns } from '../accounts/password-turns.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import { createLinkPassword, type LinkCall } from './link-password.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'
import { lockChecked, settleAddress } from './settle-address.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly passwords: PasswordTurns
}

/**
 * Confirms an address by its link and the account's password: if the address was mistyped, the mailbox's true owner
 * gets the link and must not get into the account with it. Throws `ApiError` link_invalid, password_wrong,
 * too_many_attempts, unavailable.
 */
export function createEmailConfirmation({ db, now, secret, passwords }: Deps) {
  const checkPassword = createLinkPassword({ db, now, secret, passwords })
  const read = linkReader({ db, now, secret }, 'email_confirmation')

  /**
   * Confirms the address and notifies the former one: if that was confirmed, with a link that undoes the change, unless this is such a
   * return itself. `hash` is that of the password which was checked: a reset may have come meanwhile.
   */
  async function settle(sql: Sql, id: string, owner: string, hash: string): Promise<EmailLink> {
    const was = await lockChecked(sql, owner, hash)
    const link = await emailLinkStore(sql).take(id, 'confirm', now())
    if (!link) throw new ApiError('link_invalid')
    await settleAddress(sql, link, now())
    // Who returns to an address they had may return from a thief's, which must not get a link that takes the account again. Their own
    // stays: it alone ends what the thief holds.
    const first = await emailLinkStore(sql).firstUndoOf(link, now())
    if (first !== undefined) await emailLinkStore(sql).dropUndosSince(first)
    const isChange = link.email.toLowerCase() !== was.email.toLowerCase()
    if (isChange && was.email !== '')
      await notifyFormer(sql, { owner, email: was.email }, first === undefined ? was.emailConfirmedAt : null)
    return link
  }

  async function notifyFormer(sql: Sql, former: EmailLink, confirmedAt: Date | null) {
    const { owner, email: address } = former
    if (!confirmedAt) return addMail(sql, { kind: 'email_lost', owner, address }, now())
    const link = randomUUID()
    await emailLinkStore(sql).add(link, 'undo', former, now())
    await addMail(sql, { kind: 'email_changed', owner, address, details: { link } }, now())
  }

  return async ({ token, password }: Form<typeof confirmEmail>, call: LinkCall) => {
    const id = await read(token, call.request)
    const link = await emailLinkStore(db).find(id, 'confirm', now())
    const hash = link && (await accountStore(db).passwordHash(link.owner))
    if (!link || hash === undefined) throw new ApiError('link_invalid')
    await checkPassword({ ...link, hash }, password, call)
    return db.transaction((sql) => settle(sql, id, link.owner, hash))
  }
}
