import { checkReset, confirmReset, requestReset } from '@kellersonne/contract/identity/accounts'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { lockOwner } from '../../systems/owners.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { isWeakFor } from '../accounts/weakness.ts'
import { createMailCheck } from '../mail/mail-check.ts'
import { addMail } from '../mail/mails.ts'
import { forgetNotices } from '../mail/notices.ts'
import { unlinkWithNotice } from '../provider/owner-link.ts'
import { identityStore } from '../provider/store.ts'
import { endWithPassword } from '../sessions/end-with-password.ts'
import { failureLimits, strangerFailureLimits } from '../sessions/sign-in-limits.ts'
import { resetStore } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: Pick<Transport, 'isReachable'> | null
  /** Undoes what a thief may have chosen, in the transaction of the new password. */
  readonly onReset: (sql: Sql, owner: string) => Promise<void>
}
type Choice = Pick<Form<typeof confirmReset>, 'password' | 'unlink'>
type Link = { readonly id: string; readonly owner: string }

const nobody = { owner: null, session: null } as const

/** Mounts requesting a password reset link and choosing the new password. */
export function resets(api: Api, { db, now, secret, mail, onReset }: Deps): void {
  const attemptKey = deriveKey(secret, 'attempt')
  const counted = rateLimits(db, attemptKey)
  const requireMail = createMailCheck({ mail, counted })
  const read = linkReader({ db, now, secret }, 'reset')
  const look = linkReader({ db, now, secret }, 'reset', 'link_check')

  /** Does not look up the account: effect and response time are the same for every address. */
  async function request(email: string, { ip }: FastifyRequest, aside: Aside) {
    const [network, site] = [networkOf(ip), siteOf(ip)]
    const tries: readonly RateLimitKey[] = [
      { limit: 'reset', who: `${email} ${network}` },
      { limit: 'reset_address_site', who: `${email} ${site}` },
      { limit: 'reset_network', who: network },
      { limit: 'reset_site', who: site },
    ]
    const attempt = await counted.begin(tries, now())
    await requireMail(attempt, aside)
    // If that many links are pending, all of them still valid, another would only fill the mailbox.
    if (await counted.beginIfFree([{ limit: 'reset_address', who: email }], now()))
      await addMail(db, { kind: 'reset', address: email }, now())
  }

  async function follow(token: string, request: FastifyRequest, readId = read): Promise<Link> {
    const id = await readId(token, request)
    const owner = await resetStore(db).find(id, now())
    if (owner === undefined) throw new ApiError('link_invalid')
    return { id, owner }
  }

  /** A refused password leaves the link valid. `unlink` also ends the second provider's link to the account. */
  async function choose({ id, owner }: Link, { password, unlink }: Choice, network: string) {
    const profile = await accountStore(db).profile(owner)
    if (!profile) throw new ApiError('link_invalid')
    if (await isWeakFor(password, profile.email)) {
      throw new ApiError('input_invalid', { fields: { password: 'common' } })
    }
    const passwordHash = await hashPassword(password)
    await db.transaction(async (sql) => {
      if ((await resetStore(sql).spend(id, now())) === undefined) throw new ApiError('link_invalid')
      // What a session of before is still storing comes first, and ends, or sees that the session has ended.
      if ((await lockOwner(sql, owner)) === undefined) throw new ApiError('link_invalid')
      await accountStore(sql).change(owner, { passwordHash }, now())
      await endWithPassword(sql, attemptKey, owner, { session: null, network })
      await forgetNotices(sql, attemptKey, owner)
      await onReset(sql, owner)
      await addMail(sql, { kind: 'password_changed', owner }, now())
      if (unlink === 'true') await unlinkWithNotice(sql, owner, now())
    })
    // Owners who forgot their password have usually tried it before.
    await counted.forget([
      failureLimits(profile.email, network),
      ...strangerFailureLimits(profile.email, network),
    ])
  }

  mount(api, requestReset, async ({ form, request: asked, aside }) => {
    const event = { event: 'reset_request', ...nobody } as const
    await request(form.email, asked, aside).catch(logRefusal(asked, event))
    logSecurity(asked, { ...event, outcome: 'succeeded' })
    return {}
  })

  mount(api, checkReset, async ({ form, request: asked }) => {
    const { owner } = await follow(form.token, asked, look)
    return { linked: (await identityStore(db).linkedSince(owner)) !== undefined }
  })

  mount(api, confirmReset, async ({ form, request: asked }) => {
    const link = await follow(form.token, asked).catch(logRefusal(asked, { event: 'reset', ...nobody }))
    const event = { event: 'reset', owner: link.owner, session: null } as const
    await choose(link, form, networkOf(asked.ip)).catch(logRefusal(asked, event))
    logSecurity(asked, { ...event, outcome: 'succeeded' })
    return {}
  })
}
