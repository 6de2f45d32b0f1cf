import type { Course } from '@kellersonne/core/energy/forecast/past'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { spanOf } from './learning.ts'
import { memoryStore, type RememberedPv } from './memory-store.ts'
import { quarterSeries } from './quarters.ts'
import { broughtUp, firstOf, moved } from './remembering.ts'
import { forecastStore, type Owned } from './store.ts'
import { unpackCourse } from './year.ts'

/**
 * Resolves to a system's last year as the forecast job has read it, up to now; null until it has, or if it belongs to
 * another owner's time.
 */
export async function broughtUpNow(sql: Sql, system: OwnedSystem, now: Date) {
  const [owned] = await ownedNow(sql, [system])
  const remembered = owned && (await memoryStore(sql).of([owned])).get(owned.id)
  if (!remembered) return null
  const [recent] = await quarterSeries(sql).powers([spanOf(owned, now)], now)
  return recent ? { owned, past: broughtUp(owned, remembered, recent, now) } : null
}

/** A system with the PV of its last year as the forecast job has read it. */
export type PvYear = { readonly owned: Owned; readonly remembered: RememberedPv }

/** Resolves to the PV of the last year of systems, by system; without those whose past the forecast job has not read. */
export async function pvYearsOf(
  sql: Sql,
  systems: readonly OwnedSystem[],
): Promise<ReadonlyMap<number, PvYear>> {
  const all = await ownedNow(sql, systems)
  const found = new Map((await memoryStore(sql).pvOf(all)).map((one) => [one.system, one]))
  return new Map(
    all.flatMap((owned) => {
      const remembered = found.get(owned.id)
      return remembered ? [[owned.id, { owned, remembered }] as const] : []
    }),
  )
}

/** Lays the PV of the last days over what is remembered of the year. */
export function pvBroughtUp({ owned, remembered }: PvYear, recent: Course, now: Date) {
  const start = firstOf(owned, remembered, now)
  const { power, curtailed } = unpackCourse(remembered.pv)
  const at = (of: Date) => Math.round((of.getTime() - start.getTime()) / QUARTER_MS)
  const [first, second] = [at(remembered.start), at(recent.start)]
  const course = new Float64Array(Math.max(0, second + recent.power.length)).fill(Number.NaN)
  course.set(power.subarray(-first, Math.max(0, second - first)))
  course.set(recent.power.subarray(Math.max(0, -second)), Math.max(0, second))
  return { start, power: course, curtailed: moved(curtailed, remembered.start, start) }
}

/** Resolves to these systems, as far as the forecast job knows them as these owners'. */
async function ownedNow(sql: Sql, systems: readonly OwnedSystem[]): Promise<readonly Owned[]> {
  const since = new Map(systems.map((system) => [system.id, system.since.getTime()]))
  const found = await forecastStore(sql).owned([...since.keys()])
  return found.filter((owned) => owned.since.getTime() === since.get(owned.id))
}
