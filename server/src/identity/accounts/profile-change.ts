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
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { lockOwner } from '../../systems/owners.ts'
import { pairingStore } from '../../systems/pairing/pairing-store.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { sendConfirmation } from '../email/send-confirmation.ts'
import { createMailCheck } from '../mail/mail-check.ts'
import { addMail } from '../mail/mails.ts'
import { resetStore } from '../resets/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { hashPassword } from './password.ts'
import { createPasswordCheck } from './password-check.ts'
import { accountStore, type Change, type Profile } from './store.ts'
import { isWeakFor } from './weakness.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: Pick<Transport, 'isReachable'> | null
}
type Wanted = Form<typeof changeUser>
type Call = { readonly caller: Caller; readonly request: FastifyRequest; readonly aside: Aside }

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
  const { db, now, secret } = deps
  const confirmPassword = createPasswordCheck(deps)
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const requireMail = createMailCheck({ mail: deps.mail, counted })

  /** Requires the current password to change the credentials. */
  async function confirm({ owner, session }: Caller, wanted: Wanted, request: FastifyRequest) {
    const current = wanted.current_password ?? refuse('current_password', 'required')
    const event = wanted.password === undefined ? 'email_change' : 'password_change'
    await confirmPassword({ owner, session }, current).catch(logRefusal(request, { event, owner, session }))
  }

  async function newHash({ password, current_password, email }: Wanted, was: Profile) {
    if (password === undefined || password === current_password) return undefined
    if (await isWeakFor(password, email ?? was.email)) refuse('password', 'common')
    return hashPassword(password)
  }

  /** The new address takes effect once the link sent to it is used. The current address cancels an earlier change. */
  async function changeEmail(sql: Sql, owner: string, email: string, was: Profile) {
    await emailLinkStore(sql).dropChanges(owner)
    if (email !== was.email) await sendConfirmation(sql, secret, 'change', { owner, email }, now())
  }

  async function write(sql: Sql, { owner, session }: Caller, change: Change) {
    // Lock order: links before their owner, as when a link is followed.
    if (change.passwordHash !== undefined) await resetStore(sql).spendAll(owner)
    if ((await lockOwner(sql, owner)) === undefined) throw new ApiError('session_required')
    // A reset or an undone change may have come while the password was being checked.
    await sessionStore(sql).requireOpen(session)
    await accountStore(sql).change(owner, change)
    if (change.passwordHash === undefined) return
    await sessionStore(sql).endOthers(owner, session)
    // Another session may have asked for the code.
    await pairingStore(sql).cancel(owner)
    await addMail(sql, { kind: 'password_changed', owner }, now())
  }

  async function admitEmail({ caller: { owner, session }, request, aside }: Call) {
    const attempt = await counted
      .begin([{ limit: 'email_change', who: owner }], now())
      .catch(logRefusal(request, { event: 'email_change', owner, session }))
    await requireMail(attempt, aside)
  }

  return async (wanted: Wanted, call: Call): Promise<void> => {
    const { caller, request } = call
    const { owner, session } = caller
    const was = await accountStore(db).profile(owner)
    if (!was) throw new ApiError('session_required')
    const phone = phoneOf(wanted, was)
    const isNewEmail = wanted.email !== undefined && wanted.email !== was.email
    if (isNewEmail || wanted.password !== undefined) await confirm(caller, wanted, request)
    if (isNewEmail) await admitEmail(call)
    if (wanted.password !== undefined) await counted.begin([{ limit: 'password_change', who: owner }], now())
    const passwordHash = await newHash(wanted, was)
    const { email, country, lang: language } = wanted
    await db.transaction(async (sql) => {
      await write(sql, caller, { phone, country, language, passwordHash })
      if (email !== undefined) await changeEmail(sql, owner, email, was)
    })
    const done = { outcome: 'succeeded', owner, session } as const
    if (passwordHash !== undefined) logSecurity(request, { event: 'password_change', ...done })
    if (isNewEmail) logSecurity(request, { event: 'email_change', ...done })
  }
}
