import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import type { Grid } from '../charts/grid.ts'
import { newestJumps } from '../charts/jumps.ts'

/** Returns whether a counter jumped in the last seven days, and was not corrected since. */
export function judgeCounters(week: readonly Grid[], now: Date): Judgement {
  const points = newestJumps(week, now)
    .map(({ until, before, after }) => ({ at: Date.parse(until), value: after - before }))
    .toReversed()
  const [first] = points
  const reasons = { name: 'counter', usual: 0, limit: 0, points } as const
  if (!first) return { ...reasons, verdict: 'usual', value: 0 }
  return {
    ...reasons,
    verdict: 'unusual',
    value: Math.max(...points.map(({ value }) => value)),
    since: first.at,
  }
}
