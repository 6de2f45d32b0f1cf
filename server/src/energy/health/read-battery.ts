import type { Range } from '@kellersonne/core/energy/charts'
import type { BatteryQuarters } from '@kellersonne/core/energy/health/quarters'
import { counterNames } from '@kellersonne/core/telemetry/readings'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { type Grid, readRanges, readRangesOf } from '../charts/grid.ts'
import { jumpRange } from '../charts/jumps.ts'

/** A faulty unit's counters take long over long spans. With the margins around them, so many days are one query. */
const PART_DAYS = 61

/** A battery's quarters with its system's energies. */
export type Quarters = BatteryQuarters & {
  readonly [name in 'pv' | 'import' | 'feedIn']: Float64Array
} & {
  /** Mean PV power, W, also of what was imported; empty unless asked for. */
  readonly pvPower: Float64Array
}

/**
 * Resolves to a system's energies and states of charge of the last `days`, as far as they are the owner's to see; `asSent`:
 * without the owner's corrections.
 */
export async function readBattery(
  sql: Sql,
  system: OwnedSystem,
  { days, asSent }: { readonly days: number; readonly asSent: boolean },
  now: Date,
): Promise<Quarters> {
  const plan = planOf(system, { days, pvPower: false }, now)
  const { first, week, battery } = plan
  const wanted = { measures: ['soc'], extremes: true, energies: true, asSent }
  let from = first
  for (let until = dayAfter(from, PART_DAYS); until < week.from; until = dayAfter(from, PART_DAYS)) {
    const range = { from, until, timeZone: system.time_zone }
    for (const grid of await readRanges(sql, system, [range], wanted, now)) place(grid, battery)
    from = until
  }
  for (const grid of await readRanges(sql, system, upTo(week, from), wanted, now)) place(grid, battery)
  return battery
}

/** Returns what is left to read from a day on: the last week is a range of its own. */
const upTo = (week: Range, from: Day): Range[] => [
  ...(from < week.from ? [{ from, until: week.from, timeZone: week.timeZone }] : []),
  week,
]

/** A battery's quarters, and the grid of its last days, in which counters' jumps are looked for. */
export type Watched = { readonly battery: Quarters; readonly week: readonly Grid[] }

/**
 * Resolves to the last `days` of a few systems, at most `PART_DAYS` before their last week, with their PV power and without
 * the lowest states of charge. Planning a query takes as long as reading a system: these are read by one.
 */
export async function readWatched(
  sql: Sql,
  systems: readonly OwnedSystem[],
  days: number,
  now: Date,
): Promise<readonly Watched[]> {
  const plans = systems.map((system) => planOf(system, { days, pvPower: true }, now))
  const wanted = { measures: ['soc', 'pv_w'], extremes: false, energies: true }
  const grids = await readRangesOf(
    sql,
    plans.map(({ system, first, week }) => ({ system, ranges: upTo(week, first) })),
    wanted,
    now,
  )
  return plans.map(({ battery }, i) => {
    const all = grids[i] ?? []
    for (const grid of all) place(grid, battery)
    return { battery, week: all.slice(-1) }
  })
}

/** What is to be read of a system, from its owner's first day on. */
function planOf(
  system: OwnedSystem,
  { days, pvPower }: { readonly days: number; readonly pvPower: boolean },
  now: Date,
) {
  const { time_zone: timeZone, visible_from } = system
  const [today, own] = [dayOf(now, timeZone), dayOf(visible_from, timeZone)]
  const oldest = dayAfter(today, 1 - days)
  const first = own > oldest ? own : oldest
  const start = startOfDay(first, timeZone).getTime()
  const count = Math.round((startOfDay(dayAfter(today), timeZone).getTime() - start) / QUARTER_MS)
  return { system, first, week: jumpRange(system, now), battery: emptyQuarters(start, count, pvPower) }
}

/** Resolves to the same of the day so far. */
export async function readDay(sql: Sql, system: OwnedSystem, now: Date): Promise<Quarters> {
  const today = dayOf(now, system.time_zone)
  const range = { from: today, until: dayAfter(today), timeZone: system.time_zone }
  const wanted = { measures: ['soc'], extremes: false, energies: true }
  const grids = await readRanges(sql, system, [range], wanted, now)
  const start = startOfDay(range.from, range.timeZone).getTime()
  const end = startOfDay(range.until, range.timeZone).getTime()
  const battery = emptyQuarters(start, (end - start) / QUARTER_MS, false)
  for (const grid of grids) place(grid, battery)
  return battery
}

function emptyQuarters(start: number, count: number, pvPower: boolean): Quarters {
  const column = () => new Float64Array(count).fill(Number.NaN)
  return {
    ...{ start, soc: column(), lowest: column(), charge: column(), discharge: column() },
    ...{ pv: column(), import: column(), feedIn: column() },
    pvPower: pvPower ? column() : new Float64Array(),
  }
}

/** Leaves out what was not measured: shares of gaps, and what was imported. */
function place({ series }: Grid, battery: Quarters): void {
  if (!series) return
  const { readings, imported } = series
  const at = Math.round((series.start - battery.start) / QUARTER_MS)
  const soc = series.measures.get('soc')
  const power = series.measures.get('pv_w')
  const isMeasured = (i: number) => (readings[i] ?? 0) > 0 && imported[i] !== 1
  for (let i = 0; i < readings.length; i += 1) {
    const measured = power?.count[i] ?? 0
    // A meter's zero offset can be negative.
    if (power && measured > 0)
      battery.pvPower[at + i] = Math.max(0, (power.sum[i] ?? Number.NaN) / measured / THOUSANDTHS)
    if (!isMeasured(i)) continue
    const known = soc?.count[i] ?? 0
    if (soc && known > 0) {
      battery.soc[at + i] = (soc.sum[i] ?? Number.NaN) / known / THOUSANDTHS
      battery.lowest[at + i] = (soc.min[i] ?? Number.NaN) / THOUSANDTHS
    }
  }
  for (const name of counterNames) {
    const [column, energies] = [battery[name], series.energies.get(name)]
    if (!energies) continue
    for (let i = 0; i < readings.length; i += 1) if (isMeasured(i)) column[at + i] = energies[i] ?? Number.NaN
  }
}
