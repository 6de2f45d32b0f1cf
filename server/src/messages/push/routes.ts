import { ECDH } from 'node:crypto'
import {
  addBrowser,
  getPush,
  MOST_BROWSERS,
  type PushSettings,
  removeBrowser,
  renewBrowser,
  setDiscreet,
  testBrowser,
} from '@kellersonne/contract/messages/push'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, type Caller, mount } from '../../platform/http/mount.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { requireTokenSincePassword } from '../../systems/access.ts'
import { lockOwner } from '../../systems/owners.ts'
import { turnStore } from '../alerts/turn-store.ts'
import { pushServiceOf } from './endpoint.ts'
import { pushKeyStore } from './key-store.ts'
import { testMessage } from './message.ts'
import type { PushConfig, PushSender } from './sender.ts'
import { type Subscription, subscriptionStore } from './subscription-store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly config: PushConfig
  readonly push: PushSender
}

const AGENT_LENGTH = 300

/** True for a point of the curve that browsers use: to anything else, nothing can be encrypted. */
function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1').length > 0
  } catch {
    return false
  }
}

/** Mounts the browsers that show the caller's alerts. */
export function push(api: Api, { db, now, secret, config, push: sender }: Deps): void {
  const limits = rateLimits(db, deriveKey(secret, 'attempt'))
  const browsers = subscriptionStore(db)

  /** Throws `ApiError` push_refused for an endpoint that this server does not post to, and for keys of no browser. */
  function admitted(asked: Omit<Subscription, 'service'>): Subscription {
    const service = pushServiceOf(asked.endpoint, config.PUSH_ORIGINS)
    if (service === null || !isPoint(asked.p256dh)) throw new ApiError('push_refused')
    return { ...asked, service }
  }

  async function settingsOf({ owner, session }: Caller): Promise<PushSettings> {
    const [{ publicKey: key }, discreet, found] = await Promise.all([
      pushKeyStore(db).get(now()),
      turnStore(db).isDiscreet(owner),
      browsers.of(owner),
    ])
    return {
      key,
      discreet,
      browsers: found.map(({ id, session: of, endpointSha256, agent, madeAt, sentAt }) => ({
        ...{ id, agent, current: of === session, endpoint_sha256: endpointSha256 },
        made_at: madeAt.toISOString(),
        sent_at: sentAt?.toISOString() ?? null,
      })),
    }
  }

  mount(api, getPush, ({ caller }) => settingsOf(caller))

  mount(api, addBrowser, async ({ caller, form, request }) => {
    const { owner, session } = caller
    await limits.begin([{ limit: 'push', who: owner }], now())
    const agent = request.headers['user-agent']?.slice(0, AGENT_LENGTH) ?? null
    const added = { ...admitted(form), owner, session, agent }
    await db.transaction(async (sql) => {
      // Tabs and devices of an owner take turns, so that they never become too many.
      await lockOwner(sql, owner)
      await requireTokenSincePassword(sql, caller)
      const store = subscriptionStore(sql)
      await store.replace(added)
      if ((await store.of(owner)).length >= MOST_BROWSERS) throw new ApiError('push_full')
      if (!(await store.add(added, now()))) throw new ApiError('push_refused')
    })
    return settingsOf(caller)
  })

  mount(api, removeBrowser, async ({ caller, form: { id } }) => {
    if (!(await browsers.remove(caller.owner, id))) throw new ApiError('not_found')
    return settingsOf(caller)
  })

  mount(api, testBrowser, async ({ caller, form: { id }, aside }) => {
    const target = await browsers.find(caller.owner, id)
    if (!target) throw new ApiError('not_found')
    await limits.begin([{ limit: 'push_test', who: caller.owner }], now())
    const { verdict } = await aside(() => sender.send(target, testMessage(target)))
    if (verdict === 'gone') await browsers.forget(target)
    return { verdict }
  })

  mount(api, setDiscreet, async ({ caller, form: { discreet } }) => {
    await turnStore(db).setDiscreet(caller.owner, discreet)
    return settingsOf(caller)
  })

  mount(api, renewBrowser, async ({ form, request }) => {
    const { old_endpoint: endpoint, old_auth: auth, ...next } = form
    // A genuine one counts by its browser, so that nobody uses up another's.
    const who = (await browsers.idOf({ endpoint, auth })) ?? networkOf(request.ip)
    await limits.begin([{ limit: 'push_renewal', who }], now())
    if (!(await browsers.renew({ endpoint, auth }, admitted(next)))) throw new ApiError('not_found')
    return {}
  })
}
