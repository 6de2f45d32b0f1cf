import type { FastifyRequest } from 'fastify'
import { openFairQueue, type Reply } from '../../platform/http/turns/fair-queue.ts'
import { siteOf } from '../../platform/rate-limits/network.ts'

/** Concurrent checks: one per site; two in all, which keeps half of two cores busy. */
export const CHECKS = { atOnce: 2, each: 20, all: 200, retryAfter: 5, untilMade: true }
/** Of one account one check runs or waits for its site's turn; the others wait behind it. */
const OF_AN_ACCOUNT = { ...CHECKS, atOnce: CHECKS.all, all: 5000 }

type Check = {
  readonly account: string
  readonly request: Pick<FastifyRequest, 'ip'>
  readonly reply: Reply
}

/**
 * Queues checks of passwords, which are costly, of accounts whose owners are known: one at a time of an account and of a site, sites
 * in turn, and of a site its accounts. One customer of a provider may have any number of accounts, which must not fill the
 * queue for owners elsewhere.
 */
export function openPasswordTurns() {
  const [accounts, sites] = [openFairQueue(OF_AN_ACCOUNT), openFairQueue(CHECKS)]
  return {
    /** Throws `ApiError` too_many_attempts and unavailable: nothing was checked then. */
    run: ({ account, request, reply }: Check, check: () => Promise<boolean>): Promise<boolean> =>
      accounts.run({ caller: { owner: account }, reply }, () =>
        sites.run({ caller: { owner: siteOf(request.ip), party: account }, reply }, check),
      ),
  }
}
export type PasswordTurns = ReturnType<typeof openPasswordTurns>
