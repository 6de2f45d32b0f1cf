import type { finishProvider } from '@kellersonne/contract/identity/provider'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { accountStore } from '../accounts/store.ts'
import type { BeginSession } from '../sessions/session-start.ts'
import type { Person } from './client.ts'
import { type Identity, identityStore } from './store.ts'
import type { tickets } from './tickets.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly begin: BeginSession
  readonly write: ReturnType<typeof tickets>['write']
}

/** Signs in the owner of a linked identity; anybody else gets a ticket to link an account or to register one. */
export function createProviderSignIn({ db, now, begin, write }: Deps) {
  async function enter(owner: string, identity: Identity, stayLoggedIn: boolean, request: FastifyRequest) {
    const requireLink = async (sql: Sql) => {
      if ((await identityStore(sql).owner(identity)) !== owner) throw new ApiError('provider_refused')
    }
    const { session, access, refresh } = await begin(owner, stayLoggedIn, request, requireLink)
    logSecurity(request, { event: 'sign_in', outcome: 'succeeded', owner, session })
    return { outcome: 'signed_in', access, refresh, stay_logged_in: stayLoggedIn } as const
  }

  return async (
    { identity, email: ask }: Person,
    stayLoggedIn: boolean,
    request: FastifyRequest,
  ): Promise<Answer<typeof finishProvider>> => {
    const owner = await identityStore(db).owner(identity)
    if (owner !== undefined) return enter(owner, identity, stayLoggedIn, request)
    const email = await ask()
    const ticket = write({ ...identity, email, stayLoggedIn }, now())
    const holder = email === null ? undefined : await accountStore(db).byEmail(email)
    if (email === null || !holder) return { outcome: 'register', email, ticket }
    const { isConfirmed } = holder
    return { outcome: 'link', email, ticket, stay_logged_in: stayLoggedIn, address_confirmed: isConfirmed }
  }
}
