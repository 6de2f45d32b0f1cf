import type { Sql } from '../../platform/db/database.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { releaseStore, type StoredRelease } from '../releases/store.ts'
import { applyEvents } from './apply-events.ts'
import { updateStore } from './store.ts'

/**
 * Withdraws a release for good, and calls back what waits, is planned, or still downloads. A unit that has its whole
 * image goes on: nobody can stop what it may be installing. Resolves to how many systems were called back and how many
 * go on; null if it was withdrawn already. Must be called in a transaction.
 */
export async function withdrawRelease(
  sql: Sql,
  release: Pick<StoredRelease, 'id' | 'chip' | 'version'>,
  at: Date,
): Promise<{ calledBack: number; goOn: number } | null> {
  const store = updateStore(sql)
  // In the order in which an event locks them: actions, then the release, which an update in turn must not begin.
  await store.lockOpenOf(release.id)
  if (!(await releaseStore(sql).withdraw(release, at))) return null
  const planned = (await store.withdrawPlanned(release.id, at)).map(({ system }) => system)
  const open = await store.lockOpenOf(release.id)
  await applyEvents(
    sql,
    open,
    open.map(({ id }) => ({ id, event: { kind: 'withdrawn', at } })),
  )
  const left = new Set((await store.lockOpenOf(release.id)).map(({ id }) => id))
  await announceSystems(sql, planned)
  return { calledBack: planned.length + open.length - left.size, goOn: left.size }
}
