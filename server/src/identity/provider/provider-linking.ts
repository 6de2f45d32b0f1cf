import type { linkProvider } from '@kellersonne/contract/identity/provider'
import type { signIn } from '@kellersonne/contract/identity/sessions'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { lockOwner } from '../../systems/owners.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import type { ConfirmFirst } from '../email/first-confirmation.ts'
import type { Started } from '../sessions/sign-in.ts'
import { sessionStore } from '../sessions/store.ts'
import type { HoldSession } from '../sessions/update-cookie.ts'
import { linkWithNotice } from './owner-link.ts'
import type { tickets } from './tickets.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  /** Signs in by password, with all rate limits and logging. */
  readonly signIn: (
    form: Form<typeof signIn>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Started>
  readonly read: ReturnType<typeof tickets>['read']
  readonly confirmFirst: ConfirmFirst
  /** Sets the cookies of a session, which depend on the password, on the response. */
  readonly hold: HoldSession
}

/** The response if nothing was linked: a ticket is valid for one link, and a session begun by password ends with it. */
const refusals = {
  same: 'ticket_expired',
  ticket_expired: 'ticket_expired',
  identity_taken: 'ticket_expired',
  session_required: 'credentials_wrong',
  provider_linked: 'provider_linked',
} as const

type Ticket = NonNullable<ReturnType<Deps['read']>> & { readonly email: string }
/** A session begun by password. `passwordHash`: a new one of that password for an account without a confirmed address. */
type Entered = Started & { readonly passwordHash: string | null; readonly network: string }

/**
 * Links a sign-in at the provider to the account of the same address, if its password is correct and it has no link
 * yet; a ticket can be used for one link. The provider vouches for the address: an account that has not confirmed it loses what whoever
 * has prepared it left, another link too. Throws the errors of signing in, and `ApiError` ticket_expired, provider_linked.
 */
export function createProviderLinking({ db, now, signIn: enter, read, confirmFirst, hold }: Deps) {
  const add = ({ writtenAt, ...ticket }: Ticket, { passwordHash, network, ...started }: Entered) =>
    db.transaction(async (sql) => {
      const { owner } = started
      const { issuer, subject } = ticket
      // A new password would have ended the session: that it is still there says that the hash is of the present one.
      const email = (await lockOwner(sql, owner)) ?? ''
      const replaces = passwordHash !== null && email.toLowerCase() === ticket.email.toLowerCase()
      const added = await linkWithNotice(sql, { ...ticket, replaces }, started, writtenAt, now())
      if (added === 'linked' && replaces)
        await confirmFirst(sql, { email, passwordHash, network, ...started, identity: { issuer, subject } })
      return added
    })

  return async (form: Form<typeof linkProvider>, request: FastifyRequest, reply: FastifyReply) => {
    const ticket = read(form.ticket, now())
    if (ticket?.email == null) throw new ApiError('ticket_expired')
    const { email, stayLoggedIn } = ticket
    const { password } = form
    const started = await enter({ email, password, stay_logged_in: stayLoggedIn }, request, reply)
    const isFirst = (await accountStore(db).unconfirmed(email))?.owner === started.owner
    const passwordHash = isFirst ? await hashPassword(password) : null
    const network = networkOf(request.ip)
    const added = await add({ ...ticket, email }, { ...started, passwordHash, network })
    logSecurity(request, { event: 'link', outcome: added === 'linked' ? 'succeeded' : 'refused', ...started })
    if (added !== 'linked') {
      await sessionStore(db).end(started.session)
      throw new ApiError(refusals[added])
    }
    if (passwordHash !== null) hold(request, { ...started, passwordHash })
    return { started, stayLoggedIn }
  }
}
