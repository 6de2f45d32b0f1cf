import { rolloutStore } from '../../firmware/releases/rollout-store.ts'
import type { Rollout } from '../../firmware/releases/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { auditStore, PRODUCT } from '../audit/store.ts'
import { reachOf } from '../fleet/reach.ts'
import { notifyOperators, type RolloutDeps } from './operators.ts'

/**
 * Returns a sentence if a release can never reach its next stage, because its present stage reaches fewer systems than
 * have to finish; otherwise null.
 */
export function hindrance(
  { stages, gateFinished }: Pick<Rollout, 'stages' | 'gateFinished'>,
  reached: number,
): string | null {
  if (reached === 0) return 'this stage reaches nobody'
  if (stages.length === 0 || reached >= gateFinished) return null
  return `this stage reaches ${reached} systems, of which ${gateFinished} would have to finish`
}

/**
 * Begins the next stage of a release whose gate is open, and notifies operators if no other can follow. Resolves to
 * true if there may be more. Must be called in a transaction.
 */
export async function beginDueStage(sql: Sql, deps: RolloutDeps): Promise<boolean> {
  const at = deps.now()
  const release = await rolloutStore(sql).lockDueStage(at)
  const [share, ...stages] = release?.stages ?? []
  if (!release || share === undefined) return false
  const subject = `${release.chip} ${release.version}`
  const finished = await rolloutStore(sql).finishedInStage(release.id)
  await rolloutStore(sql).advance(release.id, at)
  const change = { action: 'release stage', subject, before: { share: release.share, finished } }
  const reached = await reachOf(sql, { ...release, share })
  await auditStore(sql).add(PRODUCT, { ...change, after: { share, reaches: reached } }, null, at)
  deps.log.info({ release: subject, share, reaches: reached }, 'the next stage of a release has begun')
  const reason = hindrance({ stages, gateFinished: release.gateFinished }, reached)
  if (reason) await notifyOperators(sql, deps, { release: subject, event: 'stuck', reason })
  return true
}
