import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import { type Storm, stormAhead } from '@kellersonne/core/energy/outlook/storm'
import type { Sql } from '../../platform/db/database.ts'
import { keyOfCell, weatherStore } from '../weather/store.ts'
import type { Owned } from './store.ts'
import { cellOf } from './world.ts'

/** Older forecasts of gusts are not relied on; MOSMIX is issued every six hours. */
const MAX_AGE_MS = 12 * 3_600_000

/** Resolves to the storms ahead of these systems, by their ids; of those without a place, or without gusts there, none. */
export async function stormsAhead(
  sql: Sql,
  systems: readonly Owned[],
  provider: WeatherProvider | null,
  now: Date,
): Promise<ReadonlyMap<number, Storm>> {
  if (!provider) return new Map()
  const gusts = await weatherStore(sql).gustsOf(systems.flatMap(cellOf), provider)
  const storms = systems.flatMap((system) => {
    const [cell] = cellOf(system)
    const found = cell && gusts.get(keyOfCell(cell))
    if (!found || now.getTime() - found.issuedAt.getTime() > MAX_AGE_MS) return []
    const storm = stormAhead(found, now)
    return storm ? [[system.id, storm] as const] : []
  })
  return new Map(storms)
}
