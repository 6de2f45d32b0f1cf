import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { spanOf } from './learning.ts'
import { memoryStore } from './memory-store.ts'
import { quarterSeries } from './quarters.ts'
import { broughtUp, pvBroughtUp } from './remembering.ts'
import { forecastStore } from './store.ts'

/**
 * Resolves to a system's last year as the forecast job has read it, up to now; null until it has, or if it belongs to
 * another owner's time.
 */
export async function broughtUpNow(sql: Sql, system: OwnedSystem, now: Date) {
  const found = await rememberedOf(sql, system)
  if (!found) return null
  const { owned, remembered } = found
  const [recent] = await quarterSeries(sql).powers([spanOf(owned, now)], now)
  return recent ? { owned, past: broughtUp(owned, remembered, recent, now) } : null
}

/** The same of its PV alone, in less than half the time. */
export async function pvBroughtUpNow(sql: Sql, system: OwnedSystem, now: Date) {
  const found = await rememberedOf(sql, system)
  if (!found) return null
  const { owned, remembered } = found
  const recent = await quarterSeries(sql).pv(spanOf(owned, now), now)
  return recent ? { owned, past: pvBroughtUp(owned, remembered, recent, now) } : null
}

async function rememberedOf(sql: Sql, system: OwnedSystem) {
  const [owned] = await forecastStore(sql).owned([system.id])
  const remembered = owned && (await memoryStore(sql).of([owned])).get(owned.id)
  return remembered && owned.since.getTime() === system.since.getTime() ? { owned, remembered } : null
}
