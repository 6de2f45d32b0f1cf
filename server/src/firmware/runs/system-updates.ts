import { type Action, next } from '@kellersonne/core/firmware/chip-update'
import { offers } from '@kellersonne/core/firmware/rollout'
import { isRunning, type Run, statusOf, type UpdateStatus } from '@kellersonne/core/firmware/status'
import { isNewer } from '@kellersonne/core/firmware/versions'
import type { Sql } from '../../platform/db/database.ts'
import { releaseStore, type StoredRelease } from '../releases/store.ts'
import { actionOf, type StoredAction } from './action.ts'
import { type Owned, type StoredRun, type UpdateFacts, updateFacts, type Visible } from './update-facts.ts'

/** The update status of a system: installed versions, available releases, and what is in progress or was last. */
export type SystemUpdates = {
  readonly versions: Readonly<Record<string, string>>
  readonly offers: readonly StoredRelease[]
  readonly status: UpdateStatus
}

/** Returns an action as of `at`, even if its deadline has passed and nobody has stored that yet. */
export function afterTime(row: StoredAction, at: Date): Action | null {
  const action = actionOf(row)
  return action && next(action, { kind: 'time', at }, row.size)
}

const toRun = ({ seen, actions }: StoredRun, at: Date): Run => ({
  acknowledged: seen,
  parts: actions.map((row) => ({ chip: row.chip, action: afterTime(row, at) })),
})

/** Returns the installed versions, including those of chips that were just updated and have not reported it yet. */
function versionsOf({ versions, versionsAt, run }: UpdateFacts): Record<string, string> {
  const known = { ...versions }
  for (const { chip, to, state, endedAt } of run?.actions ?? []) {
    const unreported = state === 'finished' && endedAt && (!versionsAt || versionsAt <= endedAt)
    const before = known[chip]
    if (unreported && (before === undefined || isNewer(to, before))) known[chip] = to
  }
  return known
}

/** Hides the outcome of a former owner's update from the next owner, but not one in progress. */
function visibleRun({ run }: UpdateFacts, since: Date, at: Date): Run | null {
  const known = run && toRun(run, at)
  return known && (isRunning(known) || run.since.getTime() === since.getTime()) ? known : null
}

/** Computes the update status of a system from its facts. */
export function updatesOf(
  { sn, since }: Owned & { readonly sn: string },
  known: UpdateFacts,
  releases: readonly StoredRelease[],
  at: Date,
): SystemUpdates {
  const versions = versionsOf(known)
  // Anybody can connect systems that report any versions: they would use up a release's updates, or stop it.
  const offered = known.isOwn ? [] : offers(releases, { sn, timeZone: known.timeZone, versions })
  const chips = offered.map(({ chip }) => chip)
  return { versions, offers: offered, status: statusOf(chips, visibleRun(known, since, at)) }
}

/** Resolves to the update status of systems, in their order. */
export async function systemUpdates(
  sql: Sql,
  systems: readonly (Visible & { readonly sn: string })[],
  at: Date,
): Promise<SystemUpdates[]> {
  if (systems.length === 0) return []
  const [known, releases] = await Promise.all([updateFacts(sql, systems), recentReleases(sql, at)])
  return systems.flatMap((system, i) => {
    const one = known[i]
    return one ? [updatesOf(system, one, releases, at)] : []
  })
}

const TRUSTED_MS = 1000
const remembered = new WeakMap<Sql, { readonly until: number; readonly releases: Promise<StoredRelease[]> }>()

/** Caches the releases for up to a second: they are few, change seldom, and are read thousands of times a second. */
export function recentReleases(sql: Sql, at: Date): Promise<StoredRelease[]> {
  const known = remembered.get(sql)
  const now = at.getTime()
  if (known && now < known.until && now >= known.until - TRUSTED_MS) return known.releases
  const releases = releaseStore(sql).offered(at)
  remembered.set(sql, { until: now + TRUSTED_MS, releases })
  releases.catch(() => remembered.delete(sql))
  return releases
}
