import type { FastifyInstance } from 'fastify'
import QuickLRU from 'quick-lru'
import { networkOf, siteOf } from '../../rate-limits/network.ts'
import { ApiError } from '../api-error.ts'
import type { Reply } from './fair-queue.ts'

type Holder = { readonly owner: string; readonly session: string }
/** `burst`: calls that need not wait after a pause; `perSecond`: how many go on for long. */
type Bounds = { readonly perSecond: number; readonly burst: number }

/** More than a site may have connections: a refusal would only be repeated at once, and cost more than a wait. */
const MOST_WAITING = 2000
const REMEMBERED = 10_000

/** Spaces calls by the generic cell rate algorithm (ITU-T I.371). */
export function createPace({ perSecond, burst }: Bounds, now = () => performance.now()) {
  const gap = 1000 / perSecond
  const next = new QuickLRU<string, number>({ maxSize: REMEMBERED })
  return {
    /** Takes a place; returns how long the call has to wait, in ms. Throws `ApiError` too_many_attempts if too many do. */
    take(who: string): number {
      const at = now()
      const due = Math.max(next.get(who) ?? 0, at)
      const wait = due - burst * gap - at
      if (wait > MOST_WAITING * gap)
        throw new ApiError('too_many_attempts', { retryAfter: Math.ceil(wait / 1000) })
      next.set(who, due + gap)
      return Math.max(0, wait)
    },

    /** Gives back the place of a call whose caller has gone: who hangs up and calls again keeps nobody waiting. */
    giveBack(who: string): void {
      const due = next.get(who)
      if (due !== undefined) next.set(who, due - gap)
    },
  }
}

/** Resolves after this time, in ms. Rejects if the caller disconnects before: nothing is to be done for them any more. */
const waited = (ms: number, { raw }: Reply, giveBack: () => void) =>
  new Promise<void>((resolve, reject) => {
    const gone = () => {
      clearTimeout(timer)
      giveBack()
      reject(new ApiError('unavailable'))
    }
    const timer = setTimeout(() => {
      raw.off('close', gone)
      resolve()
    }, ms)
    raw.once('close', gone)
  })

/** A household has many devices, a network many households, and a site many networks: how many times as many calls. */
const SHARES = { owner: 4, network: 8, site: 20 }
const BURSTS = { session: 300, owner: 600, network: 800, site: 2000 }

/**
 * Spaces calls, also those that cost hardly anything: answers that are kept ready leave the event loop no time for others
 * if one caller fetches them on a thousand connections. `perSecond`: calls of one session.
 */
export function openPaces(perSecond: number) {
  const pace = (share: number, burst: number) => createPace({ perSecond: share * perSecond, burst })
  const sessions = pace(1, BURSTS.session)
  const owners = pace(SHARES.owner, BURSTS.owner)
  const networks = pace(SHARES.network, BURSTS.network)
  const sites = pace(SHARES.site, BURSTS.site)
  return {
    /** No session takes its owner's other ones their calls: a stolen one can be ended. */
    async owner({ owner, session }: Holder, reply: Reply): Promise<void> {
      const first = sessions.take(session)
      if (first > 0) await waited(first, reply, () => sessions.giveBack(session))
      const second = owners.take(owner)
      if (second > 0) await waited(second, reply, () => owners.giveBack(owner))
    },

    /** Spaces all calls of a server by the networks and sites they come from. */
    callers(app: FastifyInstance): void {
      app.addHook('onRequest', ({ ip }, reply, done) => {
        const [network, site] = [networkOf(ip), siteOf(ip)]
        const wait = Math.max(networks.take(network), sites.take(site))
        if (wait === 0) return done()
        const giveBack = () => {
          networks.giveBack(network)
          sites.giveBack(site)
        }
        void waited(wait, reply, giveBack).then(() => done(), done)
      })
    },
  }
}
