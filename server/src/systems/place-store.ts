import type { Place } from '@kellersonne/core/systems/place'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from './store.ts'

/** Columns of a place, as they are kept. */
export const TENTHS = 10
/** Returns a place's latitude and longitude in tenths of a degree. */
export const inTenths = ({ latitude, longitude }: Place): [number, number] => [
  Math.round(latitude * TENTHS),
  Math.round(longitude * TENTHS),
]
const tenths = z.object({ latitude: z.int(), longitude: z.int() })

/** Where systems stand: this file writes what `ownership` has of that. */
export const placeStore = (sql: Sql) => ({
  /** Resolves to the place that the present owner of a system has set; null if none. */
  async of({ id, since }: Pick<OwnedSystem, 'id' | 'since'>): Promise<Place | null> {
    const row = await sql.row(
      tenths,
      `select latitude, longitude from ownership
       where system = $1 and since = $2 and until is null and latitude is not null`,
      [id, since],
    )
    return row ? { latitude: row.latitude / TENTHS, longitude: row.longitude / TENTHS } : null
  },

  /** Sets a system's place for its present owner; null deletes it. */
  async set(system: number, place: Place | null): Promise<void> {
    await sql.run('update ownership set latitude = $2, longitude = $3 where system = $1 and until is null', [
      system,
      ...(place ? inTenths(place) : [null, null]),
    ])
  },
})
