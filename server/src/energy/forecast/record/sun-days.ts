import type { Spoiling } from '@kellersonne/core/energy/forecast/forecast'
import { sunPast } from '@kellersonne/core/energy/forecast/sun/sun-past'
import type { Day } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { knownOf } from '../learning.ts'
import { broughtUpNow } from '../past-now.ts'
import { worldOf } from '../world.ts'

/** Why a day's PV is not what the sun gave (null: as far as is known, it is), and whether any of it was curtailed. */
export type SunDay = { readonly spoilt: Spoiling | null; readonly isCurtailed: boolean }

/** Resolves to the PV of a system's last year with what the sky was like; null until the forecast job has read it. */
export async function sunPastOf(sql: Sql, system: OwnedSystem, now: Date) {
  const found = await broughtUpNow(sql, system, now)
  if (!found) return null
  const { owned, past } = found
  const { pv } = knownOf(owned, (await worldOf(sql, [owned], null, now))(owned), past, now)
  return { pv, past: sunPast(pv) }
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
