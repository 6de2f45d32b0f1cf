import type { getUpdate } from '@kellersonne/contract/firmware/updates'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { checksOf, isReady, usualDuration } from '@kellersonne/core/firmware/plan'
import { ageOf, freshness } from '@kellersonne/core/telemetry/freshness'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readingStore, visibleSince } from '../../telemetry/readings/store.ts'
import { updateDurations } from '../runs/durations.ts'
import type { SystemUpdates } from '../runs/system-updates.ts'
import { partsOf } from '../runs/wire.ts'

/** From how many owners' updates the usual duration of a chip is computed. */
const OWNERS = 200

type Plan = Answer<typeof getUpdate>['plan']

async function checksFor(sql: Sql, { id, visible_from }: OwnedSystem, now: Date) {
  const [latest] = await readingStore(sql).latest([id])
  const { online, lastOnline, reading, state } = visibleSince(latest, visible_from)
  return checksOf({
    freshness: freshness({ lastOnline, online }, now),
    status: state?.status ?? null,
    display: state?.display ?? null,
    soc: reading && ageOf(reading.soc_at, now) === 'current' ? reading.soc : null,
  })
}

/** Resolves to what an owner sees before the start (UPD-19). */
export async function flightPlan(
  sql: Sql,
  system: OwnedSystem,
  updates: SystemUpdates,
  now: Date,
): Promise<Plan> {
  const checks = await checksFor(sql, system, now)
  const took = await updateDurations(
    sql,
    updates.offers.map(({ chip }) => chip),
    OWNERS,
  )
  const { online, switchedOff: switched_off, updateMode: update_mode, charged } = checks
  return {
    checks: { online, switched_off, update_mode, charged },
    ready: isReady(checks),
    parts: partsOf(updates).map((part, i) => ({
      ...part,
      notes: updates.offers[i]?.notes ?? { de: '', en: '' },
      changes: updates.offers[i]?.changes ?? null,
      usual: usualDuration(took.get(part.chip) ?? []),
    })),
  }
}
