import type { OutageScope } from '@kellersonne/core/messages/alerts/outage'
import { massOutage, type Reach } from '@kellersonne/core/messages/alerts/outage'
import type { Sql } from '../../platform/db/database.ts'
import { factStore, type WatchedSystem } from './fact-store.ts'

/** Shares in % of the systems of a region that are silent at once, where that is a mass outage. */
export type Regions = {
  /** By cells of about a degree, of systems whose location their owners have entered. */
  readonly places: ReadonlyMap<string, number>
  readonly zones: ReadonlyMap<string, number>
}
/** A mass outage as an owner may know of it. */
type SystemOutage = { readonly share: number; readonly scope: OutageScope }

const DAY_MS = 24 * 3_600_000
const SILENT_MS = 15 * 60_000

const shares = (reaches: readonly (Reach & { readonly region: string })[]) =>
  new Map(
    reaches.flatMap(({ region, ...reach }) => {
      const share = massOutage(reach)
      return share === null ? [] : [[region, share] as const]
    }),
  )

/** Resolves to the regions with a mass outage. */
export async function readRegions(sql: Sql, now: Date): Promise<Regions> {
  const [from, silentAt] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() - SILENT_MS)]
  const store = factStore(sql)
  return {
    places: shares(await store.reachBy('place', from, silentAt)),
    zones: shares(await store.reachBy('zone', from, silentAt)),
  }
}

/**
 * Returns the mass outage that a system is part of: that of the whole fleet, of its surroundings or, where its owner has set
 * no place, of its time zone. null = none.
 */
export function outageOf(
  { place, timeZone }: Pick<WatchedSystem, 'place' | 'timeZone'>,
  share: number | null,
  regions: Regions | undefined,
): SystemOutage | null {
  if (share !== null) return { share, scope: 'all' }
  const regional = place === null ? regions?.zones.get(timeZone) : regions?.places.get(place)
  return regional === undefined ? null : { share: regional, scope: place === null ? 'zone' : 'place' }
}
