import { randomBytes, randomUUID } from 'node:crypto'
import { confirmEmail, resendConfirmation, undoEmailChange } from '@kellersonne/contract/email'
import type { Form } from '@kellersonne/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { attempts } from '../attempts/attempts.ts'
import { networkOf } from '../attempts/network.ts'
import type { Db, Sql } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import { type Api, mount } from '../http/mount.ts'
import { Refusal } from '../http/refusal.ts'
import { logRefusal, logSecurity } from '../http/security.ts'
import { linkTokens } from '../mail/link-tokens.ts'
import { mailStore } from '../mail/store.ts'
import type { Transport } from '../mail/transport.ts'
import { identityStore } from '../provider/store.ts'
import { resetStore } from '../resets/store.ts'
import { sessionStore } from '../sessions/store.ts'
import { sendConfirmation } from './email-confirmation.ts'
import { type EmailLink, emailLinkStore } from './email-link-store.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { accountStore } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null where no mail can be sent at all. */
  readonly mail: Pick<Transport, 'isReachable'> | null
}

const invalid = () => new Refusal('link_invalid')
/** A password that nobody knows. */
const voidPassword = () => hashPassword(randomBytes(32).toString('base64'))

/** Mounts confirming an e-mail address, and undoing its change. */
export function email(api: Api, deps: Deps): void {
  const { db, now, secret } = deps
  const counted = attempts(db, deriveKey(secret, 'attempt'))
  const confirmations = linkTokens(secret, 'email_confirmation')
  const undos = linkTokens(secret, 'email_undo')

  async function read(tokens: ReturnType<typeof linkTokens>, token: string, { ip }: FastifyRequest) {
    await counted.begin([{ limit: 'link', who: networkOf(ip) }], now())
    const id = tokens.read(token)
    if (id === null) throw invalid()
    return id
  }

  /** Whoever has the mailbox of a mistyped address has the link, and must not come into the account by it. */
  async function confirm({ token, password }: Form<typeof confirmEmail>, request: FastifyRequest) {
    const id = await read(confirmations, token, request)
    const link = await emailLinkStore(db).find(id, 'confirm', now())
    const hash = link && (await accountStore(db).passwordHash(link.owner))
    if (!link || hash === undefined) throw invalid()
    const attempt = await counted.begin([{ limit: 'link_password', who: link.owner }], now())
    if (!(await verifyPassword(hash, password))) throw new Refusal('password_wrong')
    await counted.succeed(attempt, 'link_password')
    return db.transaction((sql) => settle(sql, id, link.owner))
  }

  async function settle(sql: Sql, id: string, owner: string): Promise<EmailLink> {
    const was = await holdAccount(sql, owner)
    const link = await emailLinkStore(sql).take(id, 'confirm', now())
    if (!link || !(await accountStore(sql).confirmEmail(owner, link.email, now()))) throw invalid()
    await emailLinkStore(sql).dropConfirmations(owner)
    const isChange = link.email.toLowerCase() !== was.email.toLowerCase()
    if (isChange && was.emailConfirmedAt) await sendUndo(sql, { owner, email: was.email })
    return link
  }

  async function sendUndo(sql: Sql, former: EmailLink) {
    const link = randomUUID()
    await emailLinkStore(sql).add(link, 'undo', former, now())
    const { owner, email: address } = former
    await mailStore(sql).add({ kind: 'email_changed', owner, address, details: { link } }, now())
  }

  /** Links to a new password before their owner, as whoever follows one locks them. */
  async function holdAccount(sql: Sql, owner: string) {
    await resetStore(sql).spendAll(owner)
    await accountStore(sql).hold(owner)
    const profile = await accountStore(sql).profile(owner)
    if (!profile) throw invalid()
    return profile
  }

  /** Whoever changed the address knew the password, and may have linked a sign-in of theirs: both are void. */
  async function undo({ token }: Form<typeof undoEmailChange>, request: FastifyRequest) {
    const id = await read(undos, token, request)
    const link = await emailLinkStore(db).find(id, 'undo', now())
    if (!link) throw invalid()
    const passwordHash = await voidPassword()
    return db.transaction(async (sql) => {
      const { owner } = link
      await holdAccount(sql, owner)
      await emailLinkStore(sql).dropUndosSince(id)
      if (!(await emailLinkStore(sql).take(id, 'undo', now()))) throw invalid()
      if (!(await accountStore(sql).confirmEmail(owner, link.email, now()))) throw invalid()
      await accountStore(sql).change(owner, { passwordHash })
      await emailLinkStore(sql).dropConfirmations(owner)
      await identityStore(sql).unlink(owner)
      await sessionStore(sql).endOthers(owner, null)
      await mailStore(sql).add({ kind: 'reset', address: link.email }, now())
      return link
    })
  }

  async function resend(owner: string) {
    const profile = await accountStore(db).profile(owner)
    if (!profile) throw new Refusal('session_required')
    const pending = await emailLinkStore(db).pending(owner, now())
    if (pending === undefined && profile.emailConfirmedAt) throw new Refusal('not_found')
    if (!(await deps.mail?.isReachable())) throw new Refusal('mail_unavailable')
    await counted.begin([{ limit: 'email_confirmation', who: owner }], now())
    const link = { owner, email: pending ?? profile.email }
    const purpose = pending === undefined ? 'registration' : 'change'
    await db.transaction((sql) => sendConfirmation(sql, purpose, link, now()))
  }

  const nobody = { owner: null, session: null } as const

  mount(api, confirmEmail, async ({ form, request }) => {
    const event = 'email_confirmation'
    const link = await confirm(form, request).catch(logRefusal(request, { event, ...nobody }))
    logSecurity(request, { event, outcome: 'succeeded', owner: link.owner, session: null })
    return { email: link.email }
  })

  mount(api, undoEmailChange, async ({ form, request }) => {
    const event = 'email_undo'
    const link = await undo(form, request).catch(logRefusal(request, { event, ...nobody }))
    logSecurity(request, { event, outcome: 'succeeded', owner: link.owner, session: null })
    return { email: link.email }
  })

  mount(api, resendConfirmation, async ({ caller: { owner, session }, request }) => {
    await resend(owner).catch(logRefusal(request, { event: 'email_confirmation', owner, session }))
    return {}
  })
}
