import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import type { Watts } from '@kellersonne/core/units/units'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { readingStore } from '../telemetry/readings/store.ts'

const PEAK_MS = 30 * 86_400_000
const FRESH_MS = 15 * 60_000

type Remembered = { readonly from: number; readonly until: number; readonly peak: Watts | null }

const memories = new WeakMap<Sql, Map<number, Remembered>>()

/**
 * Resolves to the highest PV power of the last 30 days, by system; looked up at most every 15 minutes. Reading a
 * month of quarters at each push would be too slow, and any rise in between is in the latest reading.
 */
export async function highestPvPowers(
  sql: Sql,
  systems: readonly OwnedSystem[],
  now: Date,
): Promise<Map<number, Watts | null>> {
  const memory = memories.get(sql) ?? new Map<number, Remembered>()
  memories.set(sql, memory)
  const peaks = new Map<number, Watts | null>()
  for (const { id, visible_from: from } of systems) {
    const remembered = memory.get(id)
    const fresh = remembered && remembered.until > now.getTime() && remembered.from === from.getTime()
    if (fresh) peaks.set(id, remembered.peak)
  }
  const missing = systems.filter(({ id }) => !peaks.has(id))
  if (missing.length > 0) {
    const month = new Date(now.getTime() - PEAK_MS)
    const found = await readingStore(sql).pvPeaks(
      missing.map(({ id, visible_from: from }) => ({ system: id, start: from > month ? from : month })),
      lastQuarterEnd(now),
    )
    const until = now.getTime() + FRESH_MS
    for (const { id, visible_from: from } of missing) {
      const peak = found.get(id) ?? null
      memory.set(id, { from: from.getTime(), until, peak })
      peaks.set(id, peak)
    }
  }
  return peaks
}
