import { randomUUID } from 'node:crypto'
import type { confirmEmail } from '@kellersonne/contract/identity/email'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { hashPassword } from '../accounts/password.ts'
import type { PasswordTurns } from '../accounts/password-turns.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import type { refreshTokens } from '../sessions/refresh.ts'
import { sessionStore } from '../sessions/store.ts'
import type { HoldSession } from '../sessions/update-cookie.ts'
import type { ConfirmFirst } from './first-confirmation.ts'
import { createLinkPassword, type LinkCall } from './link-password.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'
import { lockAccount } from './lock-account.ts'
import { requireChecked, settleAddress } from './settle-address.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly passwords: PasswordTurns
  readonly confirmFirst: ConfirmFirst
  readonly refresh: Pick<ReturnType<typeof refreshTokens>, 'read'>
  /** Sets the cookies of a session, which depend on the password, on the response. */
  readonly hold: HoldSession
}
/** A link that is followed. `hash`: of the password that was checked; `newHash`: another of it for an account without a confirmed address. */
type Followed = {
  readonly id: string
  readonly owner: string
  readonly hash: string
  readonly newHash: string | null
  /** The session that the request proves; null if there is none. */
  readonly session: string | null
  readonly network: string
}

/**
 * Confirms an address by its link and the account's password: if the address was mistyped, the mailbox's true owner
 * gets the link and must not get into the account with it. Throws `ApiError` link_invalid, password_wrong,
 * too_many_attempts, unavailable.
 */
export function createEmailConfirmation({ db, now, secret, ...deps }: Deps) {
  const { passwords, confirmFirst, refresh, hold } = deps
  const checkPassword = createLinkPassword({ db, now, secret, passwords })
  const read = linkReader({ db, now, secret }, 'email_confirmation')

  /**
   * Confirms the address and notifies the former one: if that was confirmed, with a link that undoes the change, unless this is such a
   * return itself.
   */
  async function settle(sql: Sql, { id, owner, hash, newHash, ...kept }: Followed): Promise<EmailLink> {
    const was = await lockAccount(sql, owner)
    const link = await emailLinkStore(sql).take(id, 'confirm', now())
    if (!link) throw new ApiError('link_invalid')
    await requireChecked(sql, owner, hash)
    if (newHash === null) await settleAddress(sql, link, now())
    else await confirmFirst(sql, { ...link, ...kept, passwordHash: newHash, identity: null })
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

  /** Resolves to the owner's session that a refresh token belongs to; null if there is none. */
  async function sessionOf(owner: string, token: string | undefined): Promise<string | null> {
    const claim = token === undefined ? null : refresh.read(token)
    const session = claim && (await sessionStore(db).find(claim.session))
    return session?.owner === owner ? session.id : null
  }

  return async (
    { token, password, refresh: proof }: Form<typeof confirmEmail>,
    call: LinkCall,
  ): Promise<EmailLink> => {
    const { request } = call
    const id = await read(token, request)
    const link = await emailLinkStore(db).find(id, 'confirm', now())
    const profile = link && (await accountStore(db).profile(link.owner))
    const hash = link && (await accountStore(db).passwordHash(link.owner))
    if (!link || !profile || hash === undefined) throw new ApiError('link_invalid')
    await checkPassword({ ...link, hash }, password, call)
    const { owner } = link
    const newHash = profile.emailConfirmedAt ? null : await hashPassword(password)
    const session = await sessionOf(owner, proof)
    const followed = { id, owner, hash, newHash, session, network: networkOf(request.ip) }
    const confirmed = await db.transaction((sql) => settle(sql, followed))
    if (newHash !== null && session !== null) hold(request, { owner, session, passwordHash: newHash })
    return confirmed
  }
}
