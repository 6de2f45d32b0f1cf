import type { FastifyRequest } from 'fastify'
import { POOL_SIZE } from '../../db/database.ts'
import { networkOf, siteOf } from '../../rate-limits/network.ts'
import { type Aside, openFairQueue, type Reply } from './fair-queue.ts'
import { openPaces } from './pace.ts'

/** Calls that may wait: refused ones would only be repeated. */
const LINE = { each: 1000, all: 5000, retryAfter: 1, untilMade: true }

/** Connections that owners leave to strangers, units and the look-ups of sessions, which wait for no turn. */
const LEFT_BY_OWNERS = 3
/** Few enough that slow calls of some owners, three of them at least, never hold all database connections. */
const OWNERS = { ...LINE, atOnce: POOL_SIZE - LEFT_BY_OWNERS, ofOne: 2 }
/** So few that connections are always left for owners, and of one site one less than of all. */
const STRANGERS = { ...LINE, atOnce: 3, ofSite: 2 }
/**
 * One call of a unit after the other. Strangers, refreshes and units together leave two connections to owners, whatever
 * they do.
 */
const UNITS = { ...LINE, atOnce: 2 }
/** Of one network; it is the site that is limited. */
const PARTIES = { ...LINE, atOnce: LINE.all, ofOne: 4 }

type StrangerBounds = Omit<Parameters<typeof openFairQueue>[0], 'ofOne'> & { readonly ofSite: number }
/** `party`: one of several of its network that take turns, such as a browser or a session. */
type StrangerCall = {
  readonly request: Pick<FastifyRequest, 'ip'>
  readonly reply: Reply
  readonly party?: string
}

/**
 * Queues calls whose owner is not known. Sites take turns, of a site its networks, and of a network its parties:
 * addresses cost a customer of a provider nothing.
 */
export function openStrangerQueue({ ofSite, ...bounds }: StrangerBounds) {
  const sites = openFairQueue({ ...bounds, ofOne: ofSite })
  const networks = openFairQueue(PARTIES)
  return {
    run<A>({ request, reply, party }: StrangerCall, work: (aside: Aside) => Promise<A>): Promise<A> {
      const network = networkOf(request.ip)
      const site = { owner: siteOf(request.ip), party: network }
      return networks.run({ caller: { owner: network, party }, reply }, (leaveNetwork) =>
        sites.run({ caller: site, reply }, (leaveSite) =>
          work((wait) => leaveSite(() => leaveNetwork(wait))),
        ),
      )
    },
  }
}
export type StrangerQueue = ReturnType<typeof openStrangerQueue>

/**
 * Opens the queues of all calls without one of their own: those of owners, those without a session, and those of units,
 * by serial number; and the paces of all calls. Services that share a pool of database connections must share them.
 * `callsPerSecond`: of one owner, for long.
 */
export const openTurns = (callsPerSecond: number) => ({
  paces: openPaces(callsPerSecond),
  owners: openFairQueue(OWNERS),
  strangers: openStrangerQueue(STRANGERS),
  units: openFairQueue(UNITS),
})
export type Turns = ReturnType<typeof openTurns>
