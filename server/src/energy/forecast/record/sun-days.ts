import type { Spoiling } from '@kellersonne/core/energy/forecast/forecast'
import { sunDays } from '@kellersonne/core/energy/forecast/sun/sun-past'
import type { Day } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { pvBroughtUpNow } from '../past-now.ts'
import { historyOf } from '../remembering.ts'
import { worldOf } from '../world.ts'

/** Why a day's PV is not what the sun gave (null: as far as is known, it is), and whether any of it was curtailed. */
export type SunDay = { readonly spoilt: Spoiling | null; readonly isCurtailed: boolean }

/** Resolves to the PV of a system's last year with what the sky was like; null until the forecast job has read it. */
export async function sunPastOf(sql: Sql, system: OwnedSystem, now: Date) {
  const found = await pvBroughtUpNow(sql, system, now)
  if (!found) return null
  const { owned, past } = found
  const { timeZone } = owned
  const world = (await worldOf(sql, [owned], null, now))(owned)
  const pv = { now, timeZone, ...world, ...historyOf(past, past.pv, timeZone, now) }
  return { pv, past: sunDays(pv) }
}

/** Resolves to what is known of the PV of a system's last year, by day; empty until the forecast job has read it. */
export async function sunDaysOf(sql: Sql, system: OwnedSystem, now: Date): Promise<ReadonlyMap<Day, SunDay>> {
  const found = await sunPastOf(sql, system, now)
  if (!found) return new Map()
  const { pv, past } = found
  const { days, spoilt } = past
  return new Map(
    days.map((day, d) => [
      day,
      { spoilt: spoilt[d] ?? null, isCurtailed: (pv.curtailed.get(day)?.size ?? 0) > 0 },
    ]),
  )
}
