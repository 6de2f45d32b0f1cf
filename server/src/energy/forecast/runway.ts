import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import { OWN_W } from '@kellersonne/core/energy/forecast/charge'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { type Runway, runway } from '@kellersonne/core/energy/forecast/runway'
import { wattHours } from '@kellersonne/core/units/units'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { knownOf } from './learning.ts'
import { broughtUpNow } from './past-now.ts'
import { worldOf } from './world.ts'

/** As far as weather is forecast. */
const DAYS = 10
const HOURS_A_DAY = 24

/**
 * Resolves to when a system's battery will live on the sun again; null until the forecast job has read its past, or if that
 * says too little. Computed when asked: nobody looks at it every quarter of an hour.
 */
export async function runwayOf(
  sql: Sql,
  system: OwnedSystem,
  now: Date,
  provider: WeatherProvider | null,
): Promise<Runway | null> {
  const found = await broughtUpNow(sql, system, now)
  if (!found) return null
  const { owned, past } = found
  const { timeZone } = owned
  const { pv, load } = knownOf(owned, (await worldOf(sql, [owned], provider, now))(owned), past, now)
  return runway({
    ...{ now, timeZone, own: wattHours(OWN_W * HOURS_A_DAY) },
    pv: pvForecast(pv, DAYS),
    load: loadForecast(load, DAYS),
    history: { pv: pv.history, load: load.history },
  })
}
