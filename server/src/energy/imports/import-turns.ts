import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { openRecentSums } from '../../platform/http/turns/recent-sums.ts'

/**
 * A file occupies a core for up to seconds, and a second one must not keep all other owners waiting. One that waits is in memory
 * as a whole: with those that are read it leaves room for one more.
 */
const TURNS = { atOnce: 2, each: 1, all: 1, retryAfter: 5 }

/**
 * Opens the queue of imports. Whoever had files read for longest of late comes last, and gives up the place to whoever had
 * less. `clock` in ms.
 */
export function openImportTurns(clock: () => number = () => performance.now()) {
  const ofLate = openRecentSums(clock)
  const { inTurn } = openFairQueue({ ...TURNS, demerits: ofLate.of })
  return {
    inTurn,
    /** Charges an owner for the time that work takes, however it ends. */
    async charged<A>(owner: string, work: () => Promise<A>): Promise<A> {
      const began = clock()
      try {
        return await work()
      } finally {
        ofLate.add(owner, clock() - began)
      }
    },
  }
}
