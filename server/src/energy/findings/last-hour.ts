import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { ownFrom } from '@kellersonne/core/live/today'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { readSeries, type Series } from '../../telemetry/readings/series.ts'
import { readingStore } from '../../telemetry/readings/store.ts'

const QUARTERS = 4
const HOURS = 0.25
const wanted = { measures: ['soc', 'grid_w', 'pv_w', 'battery_w'], extremes: false, energies: false }

/** Energies by mean powers: counters would take three times as long, and only say more exactly what a look need not know. */
function watchedBy({ start, readings, measures }: Series): WatchedQuarters {
  const meanOf = (name: string) => {
    const measure = measures.get(name)
    return readings.map((count, i) => {
      const known = measure?.count[i] ?? 0
      return count > 0 && known > 0 ? (measure?.sum[i] ?? Number.NaN) / known / THOUSANDTHS : Number.NaN
    })
  }
  const [soc, grid, pv, battery] = [meanOf('soc'), meanOf('grid_w'), meanOf('pv_w'), meanOf('battery_w')]
  const above = (power: Float64Array, sign: number) => power.map((watts) => Math.max(0, sign * watts) * HOURS)
  return {
    ...{ start, soc, lowest: soc, excused: new Uint8Array(soc.length) },
    ...{ charge: above(battery, -1), discharge: above(battery, 1) },
    ...{ pv: above(pv, 1), import: above(grid, 1), feedIn: above(grid, -1) },
  }
}

/** Resolves to the last four quarters that are over, of those systems that measured anything in them and were their owner's then. */
export async function readLastHour(
  sql: Sql,
  systems: readonly OwnedSystem[],
  now: Date,
): Promise<ReadonlyMap<number, WatchedQuarters>> {
  const until = quarterOf(now)
  const from = new Date(until.getTime() - QUARTERS * QUARTER_MS)
  const latest = await readingStore(sql).latest(systems.map(({ id }) => id))
  const reporting = new Set(
    latest.filter(({ reading_at }) => reading_at && reading_at >= from).map(({ system }) => system),
  )
  const stretches = systems
    .filter(({ id, visible_from }) => reporting.has(id) && ownFrom(visible_from) <= from)
    .map(({ id, visible_from }) => ({ system: id, from, until, earliest: ownFrom(visible_from) }))
  if (stretches.length === 0) return new Map()
  const found = await readSeries(sql, stretches, wanted)
  return new Map(found.map((series) => [series.system, watchedBy(series)]))
}
