import { type CounterJump, getCounterJumps, toCounterJump } from '@kellersonne/contract/energy/counters'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { useNow } from '../../../platform/clock/useNow.ts'

const HOUR_MS = 3_600_000
/** Jitter, so that not all portals ask when an hour begins. */
const LATER_MS = Math.round(Math.random() * 300_000)

const jumps = createQueries(async (sn: string): Promise<readonly CounterJump[]> => {
  const answer = await callWithRetry(getCounterJumps, { query: { sn } })
  return answer.jumps.map(toCounterJump)
})

/** The jumps of all counters of the owner's systems in the last seven days, newest first; refreshed every hour. */
export function useCounterJumps(): readonly CounterJump[] {
  const ofAll = jumps(String(TOTAL))
  const hour = useNow((now) => Math.floor((now.getTime() - LATER_MS) / HOUR_MS))
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the hour changes
  useEffect(() => {
    void ofAll.refresh()
  }, [ofAll, hour])
  // After that effect, so that the first use does not send two requests.
  return ofAll.use().value ?? []
}
