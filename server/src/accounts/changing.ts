import type { changeUser } from '@kellersonne/contract/accounts'
import type { Form } from '@kellersonne/contract/endpoint'
import type { FieldRule } from '@kellersonne/contract/errors'
import { phoneNumber } from '@kellersonne/contract/phone'
import type { FastifyRequest } from 'fastify'
import { attempts } from '../attempts/attempts.ts'
import type { Db, Sql } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import type { Caller } from '../http/mount.ts'
import { Refusal } from '../http/refusal.ts'
import { logRefusal, logSecurity } from '../http/security.ts'
import { mailStore } from '../mail/store.ts'
import { resetStore } from '../resets/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { confirming } from './confirm.ts'
import { hashPassword } from './password.ts'
import { accountStore, type Change, type Profile } from './store.ts'
import { isWeakFor } from './weakness.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }
type Wanted = Form<typeof changeUser>

const refuse = (field: string, rule: FieldRule): never => {
  throw new Refusal('input_invalid', { fields: { [field]: rule } })
}
const unless = <T>(same: boolean, value: T) => (same ? undefined : value)

/** By E.164, read in the country that is to be. */
function phoneOf({ phone, country }: Wanted, was: Profile): string | undefined {
  if (phone === undefined) return undefined
  return phoneNumber(phone, country ?? was.country) ?? refuse('phone', 'format')
}

/** Changes an owner's own data: all that is asked for, or nothing. */
export function changing(deps: Deps) {
  const { db, now } = deps
  const confirmPassword = confirming(deps)
  const counted = attempts(db, deriveKey(deps.secret, 'attempt'))

  /** Lets nobody change how the owner signs in who does not know how they do. */
  async function confirm({ owner, session }: Caller, wanted: Wanted, request: FastifyRequest) {
    const current = wanted.current_password ?? refuse('current_password', 'required')
    const event = wanted.password === undefined ? 'email_change' : 'password_change'
    await confirmPassword(owner, current).catch(logRefusal(request, { event, owner, session }))
  }

  async function newHash({ password, current_password, email }: Wanted, was: Profile) {
    if (password === undefined || password === current_password) return undefined
    if (await isWeakFor(password, email ?? was.email)) refuse('password', 'common')
    return hashPassword(password)
  }

  async function write(sql: Sql, { owner, session }: Caller, change: Change, was: Profile) {
    // Links before their owner, as whoever follows one takes them.
    if (change.passwordHash !== undefined || change.email !== undefined) await resetStore(sql).spendAll(owner)
    if (!(await accountStore(sql).change(owner, change))) refuse('email', 'taken')
    const mails = mailStore(sql)
    if (change.passwordHash !== undefined) {
      await sessionStore(sql).endOthers(owner, session)
      await mails.add({ kind: 'password_changed', owner }, now())
    }
    if (change.email !== undefined) {
      await mails.add({ kind: 'email_changed', owner, address: was.email }, now())
    }
  }

  return async (wanted: Wanted, caller: Caller, request: FastifyRequest): Promise<void> => {
    const { owner, session } = caller
    const was = await accountStore(db).profile(owner)
    if (!was) throw new Refusal('session_required')
    const phone = phoneOf(wanted, was)
    const email = unless(wanted.email === was.email, wanted.email)
    if (email !== undefined || wanted.password !== undefined) await confirm(caller, wanted, request)
    if (email !== undefined)
      await counted
        .begin([{ limit: 'email_change', who: owner }], now())
        .catch(logRefusal(request, { event: 'email_change', owner, session }))
    const passwordHash = await newHash(wanted, was)
    const change = { email, phone, country: wanted.country, language: wanted.lang, passwordHash }
    await db.transaction((sql) => write(sql, caller, change, was))
    const done = { outcome: 'succeeded', owner, session } as const
    if (passwordHash !== undefined) logSecurity(request, { event: 'password_change', ...done })
    if (email !== undefined) logSecurity(request, { event: 'email_change', ...done })
  }
}
