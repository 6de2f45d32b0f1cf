import type { linkProvider } from '@kellersonne/contract/identity/provider'
import type { signIn } from '@kellersonne/contract/identity/sessions'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { accountStore } from '../accounts/store.ts'
import type { Started } from '../sessions/sign-in.ts'
import { sessionStore } from '../sessions/store.ts'
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
}

/** The response if nothing was linked: a ticket is valid for one link, and a session begun by password ends with it. */
const refusals = {
  same: 'ticket_expired',
  ticket_expired: 'ticket_expired',
  identity_taken: 'ticket_expired',
  session_required: 'credentials_wrong',
  provider_linked: 'provider_linked',
} as const

/**
 * Links a sign-in at the provider to the account of the same address, if its password is correct and it has no link
 * yet; a ticket can be used for one link. Throws the errors of signing in, and `ApiError` ticket_expired,
 * provider_linked.
 */
export function createProviderLinking({ db, now, signIn: enter, read }: Deps) {
  const add = ({ writtenAt, ...ticket }: NonNullable<ReturnType<Deps['read']>>, started: Started) =>
    db.transaction(async (sql) => {
      const added = await linkWithNotice(sql, ticket, started, writtenAt, now())
      if (added === 'linked') await confirmEmail(sql, started.owner)
      return added
    })

  /** The provider vouches for the account's address, which is the one in the ticket. */
  async function confirmEmail(sql: Sql, owner: string) {
    const profile = await accountStore(sql).profile(owner)
    if (profile && !profile.emailConfirmedAt)
      await accountStore(sql).confirmEmail(owner, profile.email, now())
  }

  return async (form: Form<typeof linkProvider>, request: FastifyRequest, reply: FastifyReply) => {
    const ticket = read(form.ticket, now())
    if (ticket?.email == null) throw new ApiError('ticket_expired')
    const { email, stayLoggedIn } = ticket
    const wanted = { email, password: form.password, stay_logged_in: stayLoggedIn }
    const started = await enter(wanted, request, reply)
    const added = await add(ticket, started)
    logSecurity(request, { event: 'link', outcome: added === 'linked' ? 'succeeded' : 'refused', ...started })
    if (added !== 'linked') {
      await sessionStore(db).end(started.session)
      throw new ApiError(refusals[added])
    }
    return { started, stayLoggedIn }
  }
}
