import type { linkProvider } from '@kellersonne/contract/identity/provider'
import type { signIn } from '@kellersonne/contract/identity/sessions'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import type { Started } from '../sessions/sign-in.ts'
import { sessionStore } from '../sessions/store.ts'
import { identityStore } from './store.ts'
import type { Ticket, tickets } from './tickets.ts'

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

/**
 * Links a sign-in at the provider to the account of the same address, if its password is correct; a ticket can be
 * used for one link. Throws the errors of signing in, and `ApiError` ticket_expired.
 */
export function createProviderLinking({ db, now, signIn: enter, read }: Deps) {
  const add = (ticket: Ticket, owner: string) =>
    db.transaction(async (sql) => {
      const linked = await identityStore(sql).link(ticket, owner, now())
      if (!linked) return false
      await confirmEmail(sql, owner)
      await addMail(sql, { kind: 'linked', owner }, now())
      return true
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
    const linked = await add(ticket, started.owner)
    logSecurity(request, { event: 'link', outcome: linked ? 'succeeded' : 'refused', ...started })
    if (!linked) {
      await sessionStore(db).end(started.session)
      throw new ApiError('ticket_expired')
    }
    return { started, stayLoggedIn }
  }
}
