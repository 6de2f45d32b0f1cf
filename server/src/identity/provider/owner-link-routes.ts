import { beginLink, finishLink, unlinkProvider } from '@kellersonne/contract/identity/provider'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import type { StrangerQueue } from '../../platform/http/turns/turns.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { ConfirmPassword } from '../accounts/password-check.ts'
import type { ConfiguredClient } from './configured-client.ts'
import { createFlowCookie, linkFlow } from './flow-cookie.ts'
import { createOwnerLink } from './owner-link.ts'
import { identityStore } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** Cookies for https only. */
  readonly secure: boolean
  /** Throws `ApiError` provider_unavailable if none is configured. */
  readonly client: () => ConfiguredClient
  /** Turns of calls that wait for the provider. */
  readonly asking: StrangerQueue
  readonly confirmPassword: ConfirmPassword
}

/** Of a request that has us ask the provider, which may shut us out if we ask too often in vain. */
export const siteLimit = ({ ip }: Pick<FastifyRequest, 'ip'>): RateLimitKey => ({
  limit: 'provider_site',
  who: siteOf(ip),
})

/** Mounts adding and ending the second provider's link to a signed-in owner's account (AUT-18). */
export function ownerLinks(
  api: Api,
  { db, now, secret, secure, client, asking, confirmPassword }: Deps,
): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const flow = createFlowCookie({
    ...{ name: 'provider_link', content: linkFlow, secure },
    key: deriveKey(secret, 'provider link'),
  })
  const links = createOwnerLink({ db, now })

  mount(api, beginLink, async ({ form, ...call }) => {
    const { begin } = client()
    const { request, reply, aside } = call
    const { owner, session } = call.caller
    const begun = async () => {
      await counted.begin([{ limit: 'provider', who: owner }, siteLimit(request)], now())
      // Before the password is checked, which may be replaced meanwhile.
      const begunAt = now().getTime()
      await confirmPassword(call, form.password)
      if ((await identityStore(db).linkedSince(owner)) !== undefined) throw new ApiError('provider_linked')
      const { url, secrets } = await aside(() =>
        asking.run({ request, reply }, () => begin({ proves: true })),
      )
      reply.header('set-cookie', flow.cookie({ ...secrets, owner, session, begunAt }, now()))
      return { url }
    }
    return begun().catch(logRefusal(request, { event: 'link', owner, session }))
  })

  mount(api, finishLink, async ({ caller: { owner, session }, form, request, reply, aside }) => {
    const { finish } = client()
    const event = { event: 'link', owner, session } as const
    reply.header('set-cookie', flow.noCookie)
    const finished = async () => {
      const begun = flow.read(request, now())
      if (begun?.owner !== owner || begun.session !== session) throw new ApiError('ticket_expired')
      await counted.begin([{ limit: 'provider_flow', who: begun.state }, siteLimit(request)], now())
      const begunAt = new Date(begun.begunAt)
      const identify = async () => {
        const { identity, email } = await finish(form.query, begun, begunAt)
        return { ...identity, email: await email() }
      }
      const linkable = await aside(() => asking.run({ request, reply }, identify))
      await links.add(linkable, { owner, session }, begunAt)
    }
    await finished().catch(logRefusal(request, event))
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return {}
  })

  mount(api, unlinkProvider, async ({ form, ...call }) => {
    const { owner, session } = call.caller
    const event = { event: 'unlink', owner, session } as const
    const confirmed = async () => {
      await counted.begin([{ limit: 'unlink', who: session }], now())
      await confirmPassword(call, form.password)
    }
    await confirmed().catch(logRefusal(call.request, event))
    if (await links.end({ owner, session })) logSecurity(call.request, { ...event, outcome: 'succeeded' })
    return {}
  })
}
