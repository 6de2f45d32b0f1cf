import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import type { Known } from '@kellersonne/core/energy/forecast/forecast'
import { regionOf } from '@kellersonne/core/systems/place'
import type { Sql } from '../../platform/db/database.ts'
import { type Cell, keyOfCell, placeOfCell, weatherStore } from '../weather/store.ts'
import type { Owned } from './store.ts'

/** What is known of the world around a system. */
export type World = Pick<Known, 'place' | 'weather' | 'region'>

/** Returns the cell of a system, if its owner has set its place. */
export const cellOf = ({ latitude, longitude }: Owned): Cell[] =>
  latitude === null || longitude === null ? [] : [{ latitude, longitude }]

/** Resolves to a function that describes the world around each of these systems; without weather if `provider` is null. */
export async function worldOf(
  sql: Sql,
  systems: readonly Owned[],
  provider: WeatherProvider | null,
  now: Date,
): Promise<(system: Owned) => World> {
  const weather = provider ? await weatherStore(sql).of(systems.flatMap(cellOf), provider, now) : null
  return (system) => {
    const [cell] = cellOf(system)
    const place = cell ? placeOfCell(cell) : null
    return {
      place,
      region: regionOf(system.timeZone, place),
      weather: (cell && weather?.get(keyOfCell(cell))?.weather) ?? null,
    }
  }
}
