import { releaseStore } from '../../firmware/releases/store.ts'
import { updateStore } from '../../firmware/runs/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { auditStore, PRODUCT } from '../audit/store.ts'
import { notifyOperators, type RolloutDeps } from './operators.ts'

/**
 * Notifies operators of a release that was paused automatically, by audit, log and mail. Resolves to true if there may be
 * more. Must be called in a transaction.
 */
export async function reportStop(sql: Sql, deps: RolloutDeps): Promise<boolean> {
  const release = await releaseStore(sql).lockUnreportedStop()
  if (!release) return false
  const at = deps.now()
  const subject = `${release.chip} ${release.version}`
  const { finished, failed } = await updateStore(sql).outcomeCounts(release.id, release.countedFrom)
  const reason = `updates failed on ${failed} of ${finished + failed} systems`
  const change = {
    ...{ action: 'release stop', subject, before: { state: 'offered' } },
    after: { state: 'stopped', finished, failed },
  }
  await auditStore(sql).add(PRODUCT, change, reason, at)
  await releaseStore(sql).noteStopReported(release.id, at)
  await notifyOperators(sql, deps, { release: subject, event: 'stopped', reason })
  return true
}
