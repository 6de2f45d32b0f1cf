import { rememberedMs } from '../transport.ts'
import type { Spoken } from './speedwire.ts'

/** So many meters are remembered, and listed; their serial numbers are whatever anybody on the network sends. */
const MOST = 5

/** What a meter last said, and when, ms UTC. */
type Heard = { readonly spoken: Spoken; readonly at: number }

/** Remembers who spoke of late: the meter of the given serial number alone, or all if it is null. `ttlS`: how long values count, s. */
export function openMeters(given: string | null, ttlS: number, clock: () => number) {
  const heard = new Map<string, Heard>()
  return {
    hear(spoken: Spoken) {
      const { serial } = spoken
      const isTaken = given === null ? heard.has(serial) || heard.size < MOST : serial === given
      if (isTaken) heard.set(serial, { spoken, at: clock() })
    },
    /**
     * By serial number, first the one that was heard first, which stays the house's meter through a silence as of a restart.
     * Any other is forgotten when its values no longer count.
     */
    remembered(): ReadonlyMap<string, Heard> {
      const now = clock()
      const [first] = heard.keys()
      for (const [serial, { spoken, at }] of heard) {
        // What came while the clock was ahead must not count as current until then.
        if (at > now) heard.set(serial, { spoken, at: now })
        if (now - at > (serial === first ? rememberedMs(ttlS) : 1000 * ttlS)) heard.delete(serial)
      }
      return heard
    },
  }
}
