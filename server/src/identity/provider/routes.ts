import {
  beginProvider,
  finishProvider,
  getProvider,
  linkProvider,
} from '@kellersonne/contract/identity/provider'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal } from '../../platform/http/security.ts'
import { withOwnTurns } from '../../platform/http/turns/fair-queue.ts'
import { openStrangerQueue } from '../../platform/http/turns/turns.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { ConfirmPassword } from '../accounts/password-check.ts'
import type { ConfirmFirst } from '../email/first-confirmation.ts'
import type { RefreshClaim } from '../sessions/refresh.ts'
import type { BeginSession } from '../sessions/session-start.ts'
import type { HoldSession } from '../sessions/update-cookie.ts'
import { createConfiguredClient, type ProviderConfig } from './configured-client.ts'
import { createFlowCookie, signInFlow } from './flow-cookie.ts'
import { ownerLinks, siteLimit } from './owner-link-routes.ts'
import { createProviderLinking } from './provider-linking.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { ticketKey, tickets } from './tickets.ts'

/** Calls that wait for the provider at once: few, as each may take many seconds. */
const TURNS = { atOnce: 8, ofSite: 4, each: 40, all: 400, retryAfter: 5, untilMade: true }

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly secret: Buffer
  readonly config: ProviderConfig
  readonly confirmFirst: ConfirmFirst
}
type Sessions = {
  readonly confirmPassword: ConfirmPassword
  readonly begin: BeginSession
  readonly hold: HoldSession
  readonly signIn: Parameters<typeof createProviderLinking>[0]['signIn']
  readonly tokens: (
    claim: RefreshClaim & { owner: string },
  ) => Promise<{ readonly access: string; readonly refresh: string }>
}

/** Mounts signing in at the second provider (AUT-10), and its link to an account (AUT-18). */
export function provider(api: Api, deps: Deps, { begin, hold, signIn, tokens, confirmPassword }: Sessions) {
  const { db, now, secret, config, confirmFirst } = deps
  const client = createConfiguredClient(deps)
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const secure = config.PUBLIC_URL.startsWith('https:')
  const flow = createFlowCookie({
    ...{ name: 'provider_flow', content: signInFlow, secure },
    key: deriveKey(secret, 'provider flow'),
  })
  const { write, read } = tickets(ticketKey(secret))
  const finish = createProviderSignIn({ db, now, begin, write })
  const link = createProviderLinking({ db, now, signIn, read, confirmFirst, hold })
  const asking = openStrangerQueue(TURNS)
  const nobody = { event: 'sign_in', owner: null, session: null } as const

  function known() {
    if (!client) throw new ApiError('provider_unavailable')
    return client
  }
  mount(
    api,
    getProvider,
    withOwnTurns(async () => ({ name: client && config.OIDC_NAME })),
  )

  mount(api, beginProvider, async ({ form, request, reply, aside }) => {
    const { begin: ask } = known()
    await counted.begin([{ limit: 'provider', who: networkOf(request.ip) }, siteLimit(request)], now())
    const { url, secrets } = await aside(() => asking.run({ request, reply }, () => ask({ proves: false })))
    const stayLoggedIn = form.stay_logged_in === 'true'
    reply.header('set-cookie', flow.cookie({ ...secrets, stayLoggedIn }, now()))
    return { url }
  })

  mount(api, finishProvider, async ({ form, request, reply, aside }) => {
    const { finish: identify } = known()
    reply.header('set-cookie', flow.noCookie)
    const atProvider = <A>(work: () => Promise<A>) => aside(() => asking.run({ request, reply }, work))
    const identified = async () => {
      const begun = flow.read(request, now())
      if (!begun) throw new ApiError('provider_refused')
      await counted.begin([{ limit: 'provider_flow', who: begun.state }, siteLimit(request)], now())
      const { identity, email } = await atProvider(() => identify(form.query, begun, null))
      return finish({ identity, email: () => atProvider(email) }, begun.stayLoggedIn, request)
    }
    return identified().catch(logRefusal(request, nobody))
  })

  mount(
    api,
    linkProvider,
    withOwnTurns(async ({ form, request, reply }) => {
      known()
      const { started, stayLoggedIn } = await link(form, request, reply)
      return { ...(await tokens({ ...started, counter: 0 })), stay_logged_in: stayLoggedIn }
    }),
  )

  ownerLinks(api, { db, now, secret, secure, client: known, asking, confirmPassword })
}
