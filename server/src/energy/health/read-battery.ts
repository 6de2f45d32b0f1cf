import type { BatteryQuarters } from '@kellersonne/core/energy/health/quarters'
import { counterNames } from '@kellersonne/core/telemetry/readings'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { type Grid, isImportedOn, isShareOn, onGrid, readGrids } from '../charts/grid.ts'

/** A faulty unit's counters take long over long spans. */
const PART_DAYS = 62
const WANTED = { measures: ['soc'], extremes: true, energies: true }

type Quarters = BatteryQuarters & { readonly [name in 'pv' | 'import' | 'feedIn']: Float64Array }

/** Resolves to a system's energies and states of charge of the last `days`, as far as they are the owner's to see. */
export async function readBattery(sql: Sql, system: OwnedSystem, days: number, now: Date): Promise<Quarters> {
  const { time_zone: timeZone, visible_from } = system
  const [today, own] = [dayOf(now, timeZone), dayOf(visible_from, timeZone)]
  const oldest = dayAfter(today, 1 - days)
  const first = own > oldest ? own : oldest
  const start = startOfDay(first, timeZone).getTime()
  const count = Math.round((startOfDay(dayAfter(today), timeZone).getTime() - start) / QUARTER_MS)
  const column = () => new Float64Array(count).fill(Number.NaN)
  const battery = {
    ...{ start, soc: column(), lowest: column(), charge: column(), discharge: column() },
    ...{ pv: column(), import: column(), feedIn: column() },
  }
  for (let from = first; from <= today; from = dayAfter(from, PART_DAYS)) {
    const grid = await readPart(sql, system, from, today, now)
    if (grid) place(grid, battery)
  }
  return battery
}

async function readPart(sql: Sql, system: OwnedSystem, from: Day, today: Day, now: Date) {
  const end = dayAfter(from, PART_DAYS)
  const until = end <= today ? end : dayAfter(today)
  const [grid] = await readGrids(sql, [system], { from, until, timeZone: system.time_zone }, WANTED, now)
  return grid
}

/** Leaves out what was not measured: shares of gaps, and what was imported. */
function place(grid: Grid, battery: Quarters): void {
  const at = Math.round((grid.start - battery.start) / QUARTER_MS)
  const soc = (i: number, of: 'sum' | 'min', per: number) => {
    const measure = grid.series?.measures.get('soc')
    return measure ? (measure[of][i] ?? Number.NaN) / per / THOUSANDTHS : Number.NaN
  }
  const first = grid.series ? Math.round((grid.series.start - grid.start) / QUARTER_MS) : 0
  const energies = counterNames.map(
    (name) => [battery[name], onGrid(grid, (series) => series.energies.get(name))] as const,
  )
  const [isShare, isImported] = [isShareOn(grid), isImportedOn(grid)]
  for (let i = first; i < grid.count; i += 1) {
    if (isShare(i) || isImported(i)) continue
    const known = grid.series?.measures.get('soc')?.count[i - first] ?? 0
    if (known > 0) {
      battery.soc[at + i] = soc(i - first, 'sum', known)
      battery.lowest[at + i] = soc(i - first, 'min', 1)
    }
    for (const [column, energy] of energies) column[at + i] = energy[i] ?? Number.NaN
  }
}
