import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { jumpsOf } from '../charts/jumps.ts'

/** Resolves to whether a counter jumped in the last seven days, and was not corrected since. */
export async function judgeCounters(sql: Sql, system: OwnedSystem, now: Date): Promise<Judgement> {
  const { jumps } = await jumpsOf(sql, [system], now)
  const points = jumps
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
