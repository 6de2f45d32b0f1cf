import { confirmEmail, resendConfirmation, undoEmailChange } from '@kellersonne/contract/identity/email'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { lockOwner } from '../../systems/owners.ts'
import { accountStore } from '../accounts/store.ts'
import { createMailCheck } from '../mail/mail-check.ts'
import { createEmailConfirmation } from './confirm-email.ts'
import { emailLinkStore } from './link-store.ts'
import { type ConfirmationFor, sendConfirmation } from './send-confirmation.ts'
import { createEmailUndo } from './undo-email-change.ts'

type Deps = Parameters<typeof createEmailConfirmation>[0] &
  Parameters<typeof createEmailUndo>[0] & {
    /** null if mail is not configured. */
    readonly mail: Pick<Transport, 'isReachable'> | null
  }

const nobody = { owner: null, session: null } as const

/** Mounts confirming an e-mail address and undoing its change. */
export function email(api: Api, deps: Deps): void {
  const { db, now, secret, mail } = deps
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const requireMail = createMailCheck({ mail, counted })
  const confirm = createEmailConfirmation(deps)
  const undo = createEmailUndo(deps)

  async function resend(owner: string, ip: string, aside: Aside) {
    const profile = await accountStore(db).profile(owner)
    if (!profile) throw new ApiError('session_required')
    const pending = await emailLinkStore(db).pending(owner, now())
    const isDone = profile.emailConfirmedAt !== null || profile.email === ''
    if (pending === undefined && isDone) throw new ApiError('not_found')
    await requireMail(await counted.begin([{ limit: 'email_confirmation', who: owner }], now()), aside)
    const link = { owner, email: pending ?? profile.email }
    const wanted: ConfirmationFor = {
      kind: pending === undefined ? 'registration' : 'change',
      site: siteOf(ip),
    }
    await db.transaction(async (sql) => {
      if ((await lockOwner(sql, owner)) === undefined) throw new ApiError('session_required')
      await sendConfirmation(sql, secret, wanted, link, now())
    })
  }

  mount(api, confirmEmail, async ({ form, ...call }) => {
    const { request } = call
    const event = 'email_confirmation'
    const link = await confirm(form, call).catch(logRefusal(request, { event, ...nobody }))
    logSecurity(request, { event, outcome: 'succeeded', owner: link.owner, session: null })
    return { email: link.email }
  })

  mount(api, undoEmailChange, async ({ form, request }) => {
    const event = 'email_undo'
    const link = await undo(form, request).catch(logRefusal(request, { event, ...nobody }))
    logSecurity(request, { event, outcome: 'succeeded', owner: link.owner, session: null })
    return { email: link.email }
  })

  mount(api, resendConfirmation, async ({ caller: { owner, session }, request, aside }) => {
    await resend(owner, request.ip, aside).catch(
      logRefusal(request, { event: 'email_confirmation', owner, session }),
    )
    return {}
  })
}
