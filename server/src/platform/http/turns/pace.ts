import type { FastifyInstance } from 'fastify'
import QuickLRU from 'quick-lru'
import { networkOf, siteOf } from '../../rate-limits/network.ts'
import { ApiError } from '../api-error.ts'
import type { Reply } from './fair-queue.ts'

/** `burst`: calls that need not wait after a pause; `perSecond`: how many go on for long. */
type Bounds = { readonly perSecond: number; readonly burst: number }

/** More than one place has connections: a refusal would only be repeated at once, and cost more than a wait. */
const MOST_WAITING = 2000
const REMEMBERED = 10_000

/**
 * Returns how long a call has to wait, in ms, by the generic cell rate algorithm (ITU-T I.371). Throws `ApiError`
 * too_many_attempts if too many wait already.
 */
export function createPace({ perSecond, burst }: Bounds, now = () => performance.now()) {
  const gap = 1000 / perSecond
  const next = new QuickLRU<string, number>({ maxSize: REMEMBERED })
  return (who: string): number => {
    const at = now()
    const due = Math.max(next.get(who) ?? 0, at)
    const wait = due - burst * gap - at
    if (wait > MOST_WAITING * gap)
      throw new ApiError('too_many_attempts', { retryAfter: Math.ceil(wait / 1000) })
    next.set(who, due + gap)
    return Math.max(0, wait)
  }
}

/** Resolves after this time, in ms. Rejects if the caller disconnects before: nothing is to be done for them any more. */
const waited = (ms: number, { raw }: Reply) =>
  new Promise<void>((resolve, reject) => {
    const gone = () => {
      clearTimeout(timer)
      reject(new ApiError('unavailable'))
    }
    const timer = setTimeout(() => {
      raw.off('close', gone)
      resolve()
    }, ms)
    raw.once('close', gone)
  })

const BURST = { owner: 300, network: 400, site: 1000 }
/** A household has many devices, and a site many households. */
const NETWORK_SHARE = 4
const SITE_SHARE = 8

/**
 * Spaces calls, also those that cost hardly anything: answers that are kept ready leave the event loop no time for others
 * if one caller fetches them on a thousand connections. `perSecond`: calls of one owner.
 */
export function openPaces(perSecond: number) {
  const owners = createPace({ perSecond, burst: BURST.owner })
  const networks = createPace({ perSecond: NETWORK_SHARE * perSecond, burst: BURST.network })
  const sites = createPace({ perSecond: SITE_SHARE * perSecond, burst: BURST.site })
  return {
    async owner(owner: string, reply: Reply): Promise<void> {
      const wait = owners(owner)
      if (wait > 0) await waited(wait, reply)
    },

    /** Spaces all calls of a server by the networks and sites they come from. */
    callers(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        const wait = Math.max(networks(networkOf(request.ip)), sites(siteOf(request.ip)))
        if (wait === 0) return done()
        void waited(wait, reply).then(() => done(), done)
      })
    },
  }
}
