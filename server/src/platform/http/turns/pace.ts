import type { FastifyInstance, FastifyRequest } from 'fastify'
import QuickLRU from 'quick-lru'
import { networkOf, siteOf } from '../../rate-limits/network.ts'
import { ApiError } from '../api-error.ts'
import type { Reply } from './fair-queue.ts'

type Holder = { readonly owner: string; readonly session: string }
/** `burst`: calls that need not wait after a pause; `perSecond`: how many go on for long. */
type Bounds = { readonly perSecond: number; readonly burst: number }

/** Of ordinary calls more than a site may have connections: a refusal would only be repeated at once, and cost more than a wait. */
const MOST_WAITING = 2000
const REMEMBERED = 10_000

/** Spaces calls by the generic cell rate algorithm (ITU-T I.371). */
export function createPace({ perSecond, burst }: Bounds, now = () => performance.now()) {
  const gap = 1000 / perSecond
  const next = new QuickLRU<string, number>({ maxSize: REMEMBERED })
  return {
    /** Takes places; returns how long the call has to wait, in ms. Throws `ApiError` too_many_attempts if too many do. */
    take(who: string, places = 1): number {
      const at = now()
      const due = Math.max(next.get(who) ?? 0, at)
      const wait = due - burst * gap - at
      if (wait > MOST_WAITING * gap)
        throw new ApiError('too_many_attempts', { retryAfter: Math.ceil(wait / 1000) })
      next.set(who, due + places * gap)
      return Math.max(0, wait)
    },

    /** Gives back the places of a call whose caller has gone: who hangs up and calls again keeps nobody waiting. */
    giveBack(who: string, places = 1): void {
      const due = next.get(who)
      if (due !== undefined) next.set(who, due - places * gap)
    },
  }
}

type Due = readonly [pace: ReturnType<typeof createPace>, who: string, places: number]

/** Takes places of several paces; if one refuses, of none. Returns the longest wait, in ms. */
function takeAll(due: readonly Due[]) {
  const taken: Due[] = []
  const giveBack = () => {
    for (const [pace, who, places] of taken) pace.giveBack(who, places)
  }
  let wait = 0
  try {
    for (const one of due) {
      const [pace, who, places] = one
      wait = Math.max(wait, pace.take(who, places))
      taken.push(one)
    }
  } catch (error) {
    giveBack()
    throw error
  }
  return { wait, giveBack }
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

/** What a request may have of each before it counts as several; `head`, `body`: in bytes. What is in a head is taken apart more often. */
const ORDINARY = { headers: 64, head: 2048, body: 8192 }
/** The longest body that is read into memory as a whole. */
const LONGEST_BODY = 64 * 1024
const IS_READ_WHOLE = /^application\/(x-www-form-urlencoded|json)\b/i

/**
 * How many requests more than one a request counts as: reading and judging it takes so many times as long. Bodies of unknown paths
 * are not read, files are read as streams.
 */
function excessOf({ raw: { rawHeaders, url = '', headers }, is404 }: FastifyRequest): number {
  const isRead = !is404 && IS_READ_WHOLE.test(headers['content-type'] ?? '')
  const body = isRead ? Math.min(LONGEST_BODY, Number(headers['content-length']) || 0) : 0
  const head = rawHeaders.reduce((length, text) => length + text.length, url.length)
  const times = [rawHeaders.length / 2 / ORDINARY.headers, head / ORDINARY.head, body / ORDINARY.body]
  return times.reduce((sum, one) => sum + Math.floor(one), 0)
}

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
  // Apart, so that ordinary calls do not wait for long ones.
  const excess = { networks: pace(SHARES.network, BURSTS.network), sites: pace(SHARES.site, BURSTS.site) }
  return {
    /** No session takes its owner's other ones their calls: a stolen one can be ended. */
    async owner({ owner, session }: Holder, reply: Reply): Promise<void> {
      const first = sessions.take(session)
      if (first > 0) await waited(first, reply, () => sessions.giveBack(session))
      const second = owners.take(owner)
      if (second > 0) await waited(second, reply, () => owners.giveBack(owner))
    },

    /** Spaces all calls of a server by the networks and sites they come from; long ones by their excess, too. */
    callers(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        const [network, site, more] = [networkOf(request.ip), siteOf(request.ip), excessOf(request)]
        const due: readonly Due[] = [
          [networks, network, 1],
          [sites, site, 1],
          ...(more > 0
            ? ([
                [excess.networks, network, more],
                [excess.sites, site, more],
              ] as const)
            : []),
        ]
        const { wait, giveBack } = takeAll(due)
        if (wait === 0) return done()
        void waited(wait, reply, giveBack).then(() => done(), done)
      })
    },
  }
}
