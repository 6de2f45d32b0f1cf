import type { changeUser } from '@kellersonne/contract/identity/accounts'
import { phoneNumber } from '@kellersonne/contract/identity/phone'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { lockOwner } from '../../systems/owners.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { sendConfirmation, sendConfirmationIfFree } from '../email/send-confirmation.ts'
import { createMailCheck } from '../mail/mail-check.ts'
import { addMail } from '../mail/mails.ts'
import { resetStore } from '../resets/store.ts'
import { endWithPassword, type OnPasswordReplaced } from '../sessions/end-with-password.ts'
import { sessionStore } from '../sessions/store.ts'
import type { HoldSession } from '../sessions/update-cookie.ts'
import { hashPassword } from './password.ts'
import type { ConfirmPassword, OwnersCall } from './password-check.ts'
import { accountStore, type Change, type Profile } from './store.ts'
import { isWeakFor } from './weakness.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: Pick<Transport, 'isReachable'> | null
  readonly confirmPassword: ConfirmPassword
  readonly onPasswordReplaced: OnPasswordReplaced
  /** Sets the cookies of a session, which depend on the password, on the response. */
  readonly hold: HoldSession
}
type Wanted = Form<typeof changeUser>
type Call = OwnersCall & { readonly request: FastifyRequest }
type Who = Pick<Caller, 'owner' | 'session'>
/** An account before its change, and where that was asked for. */
type Before = { readonly was: Profile; readonly ip: string }

const refuse = (field: string, rule: FieldRule): never => {
  throw new ApiError('input_invalid', { fields: { [field]: rule } })
}

/** Formats the phone number as E.164, parsed for the new country if that changes too. */
function phoneOf({ phone, country }: Wanted, was: Profile): string | undefined {
  if (phone === undefined) return undefined
  return phoneNumber(phone, country ?? was.country) ?? refuse('phone', 'format')
}

/** Changes an owner's profile, all fields or none. A new address must be confirmed first. */
export function createProfileChange(deps: Deps) {
  const { db, now, secret, confirmPassword } = deps
  const attemptKey = deriveKey(secret, 'attempt')
  const counted = rateLimits(db, attemptKey)
  const requireMail = createMailCheck({ mail: deps.mail, counted })

  /**
   * Requires the current password to change the credentials. The change is counted before, as a correct password costs as much work as
   * a wrong one, which has a limit of its own.
   */
  async function confirm(wanted: Wanted, call: Call, isNewEmail: boolean) {
    const { owner, session } = call.caller
    const current = wanted.current_password ?? refuse('current_password', 'required')
    const event = wanted.password === undefined ? 'email_change' : 'password_change'
    const tries: RateLimitKey[] = [
      ...(isNewEmail ? [{ limit: 'email_change', who: owner } as const] : []),
      ...(wanted.password === undefined ? [] : [{ limit: 'password_change', who: owner } as const]),
    ]
    async function confirmed() {
      const attempt = await confirmPassword(call, current, tries)
      if (isNewEmail) await requireMail(attempt, call.aside)
    }
    await confirmed().catch(logRefusal(call.request, { event, owner, session }))
  }

  async function newHash({ password, current_password, email }: Wanted, was: Profile) {
    if (password === undefined || password === current_password) return undefined
    if (await isWeakFor(password, email ?? was.email)) refuse('password', 'common')
    return hashPassword(password)
  }

  /**
   * The new address takes effect once the link sent to it is used. The current address cancels an earlier change. Whoever asks
   * again for the one they asked for keeps the link they have, even if strangers have used up what may be sent there.
   */
  async function changeEmail(sql: Sql, owner: string, email: string, { was, ip }: Before) {
    const wanted = { kind: 'change', site: siteOf(ip) } as const
    const links = emailLinkStore(sql)
    if ((await links.pending(owner, now())) === email)
      return sendConfirmationIfFree(sql, secret, wanted, { owner, email }, now())
    await links.dropChanges(owner)
    if (email !== was.email) await sendConfirmation(sql, secret, wanted, { owner, email }, now())
  }

  async function write(sql: Sql, { owner, session }: Who, change: Change, ip: string) {
    // Lock order: links before their owner, as when a link is followed.
    if (change.passwordHash !== undefined) await resetStore(sql).spendAll(owner)
    if ((await lockOwner(sql, owner)) === undefined) throw new ApiError('session_required')
    // A reset or an undone change may have come while the password was being checked.
    await sessionStore(sql).requireOpen(session)
    await accountStore(sql).change(owner, change, now())
    if (change.passwordHash === undefined) return
    await endWithPassword(sql, attemptKey, owner, { session, network: networkOf(ip) })
    await deps.onPasswordReplaced(sql, owner)
    await addMail(sql, { kind: 'password_changed', owner }, now())
  }

  return async (wanted: Wanted, call: Call): Promise<void> => {
    const { caller, request } = call
    const { owner, session } = caller
    const was = await accountStore(db).profile(owner)
    if (!was) throw new ApiError('session_required')
    const phone = phoneOf(wanted, was)
    const isNewEmail = wanted.email !== undefined && wanted.email !== was.email
    if (isNewEmail || wanted.password !== undefined) await confirm(wanted, call, isNewEmail)
    const passwordHash = await newHash(wanted, was)
    const { email, country, lang: language } = wanted
    await db.transaction(async (sql) => {
      await write(sql, caller, { phone, country, language, passwordHash }, request.ip)
      if (email !== undefined) await changeEmail(sql, owner, email, { was, ip: request.ip })
    })
    // The browser has just proven session and password: it must not be a stranger to its own next refresh.
    if (passwordHash !== undefined) deps.hold(request, { owner, session, passwordHash })
    const done = { outcome: 'succeeded', owner, session } as const
    if (passwordHash !== undefined) logSecurity(request, { event: 'password_change', ...done })
    if (isNewEmail) logSecurity(request, { event: 'email_change', ...done })
  }
}
