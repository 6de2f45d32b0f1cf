import type { Spoiling } from '@kellersonne/core/energy/forecast/forecast'
import { type Course, daysOf } from '@kellersonne/core/energy/forecast/past'
import { type SunDays, sunDaysFrom } from '@kellersonne/core/energy/forecast/sun/sun-past'
import { type Day, quartersByDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { spanOf } from '../learning.ts'
import { type PvYear, pvBroughtUp, pvYearsOf } from '../past-now.ts'
import { quarterSeries } from '../quarters.ts'
import { worldOf } from '../world.ts'

/** Why a day's PV is not what the sun gave (null: as far as is known, it is), and whether any of it was curtailed. */
export type SunDay = { readonly spoilt: Spoiling | null; readonly isCurtailed: boolean }

/** Resolves to the PV of a system's last year with what the sky was like; `recent`: its last days, as they were just read. */
export async function sunPastOf(sql: Sql, year: PvYear, recent: Course, now: Date) {
  const { owned } = year
  const { timeZone } = owned
  const course = pvBroughtUp(year, recent, now)
  const curtailed = quartersByDay(course.curtailed, course.start, timeZone)
  const world = (await worldOf(sql, [owned], null, now))(owned)
  const past: SunDays = sunDaysFrom(daysOf(course), { now, timeZone, ...world, curtailed })
  return { past, curtailed }
}

/** Resolves to what is known of the PV of a system's last year, by day; empty until the forecast job has read it. */
export async function sunDaysOf(sql: Sql, system: OwnedSystem, now: Date): Promise<ReadonlyMap<Day, SunDay>> {
  const year = (await pvYearsOf(sql, [system])).get(system.id)
  const recent = year && (await quarterSeries(sql).pv(spanOf(year.owned, now), now))
  if (!recent) return new Map()
  const { past, curtailed } = await sunPastOf(sql, year, recent, now)
  const { days, spoilt } = past
  return new Map(
    days.map((day, d) => [
      day,
      { spoilt: spoilt[d] ?? null, isCurtailed: (curtailed.get(day)?.size ?? 0) > 0 },
    ]),
  )
}
