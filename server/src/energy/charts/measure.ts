import type { Measure, Method } from '@kellersonne/core/energy/charts'
import {
  type EnergyColumns,
  energiesAt,
  type FlowColumns,
  flowsOf,
  houseOf,
  minus,
  type Numbers,
} from '@kellersonne/core/energy/charts-fold'
import { houseEnergy } from '@kellersonne/core/energy/day-energies'
import { dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import type { Folded } from '../../telemetry/sealing/day.ts'
import { recordStore } from '../forecast/record/store.ts'
import { forecastStore } from '../forecast/store.ts'
import { energiesOn, type Grid, isShareOn, onGrid } from './grid.ts'

/** The factor applied to a value before rounding, by its unit. */
export const PER = { V: 10, W: 1, '%': 10, Wh: 1 } as const

/** The forecast of a system, mean powers in W. */
type Expected = { readonly energyForecast: Numbers; readonly loadForecast: Numbers }

/** A system's quarters, from which every measure is computed. */
export type Quarterly = {
  readonly grid: Grid
  readonly energies: EnergyColumns | null
  /** Not of quarters in which nothing was measured. */
  readonly flows: FlowColumns | null
  readonly expected: Expected | undefined
}

const columns: Partial<Record<Measure, string>> = {
  gridVoltage: 'grid_v',
  grid: 'grid_w',
  pv: 'pv_w',
  battery: 'battery_w',
  soc: 'soc',
  output: 'output_w',
  load: 'load_w',
}
const HOURS_A_QUARTER = QUARTER_MS / 3_600_000

/** Returns the columns that a measure is read from. */
export function columnsFor(measure: Measure, method: Method): string[] {
  const column = columns[measure]
  return column === undefined || method === 'sum' ? [] : [column]
}

export const isForecast = (measure: Measure): measure is keyof Expected =>
  measure === 'energyForecast' || measure === 'loadForecast'

/** `flows`: whether the energy flows or the house's consumption are needed. */
export function quarterly(
  grid: Grid,
  { energies, flows }: { readonly energies: boolean; readonly flows: boolean },
  expected: Expected | undefined,
): Quarterly {
  const counted = energies ? energiesOn(grid) : null
  const isShare = isShareOn(grid)
  return { grid, energies: counted, flows: counted && flows ? flowsOf(counted, isShare) : null, expected }
}

const none = ({ count }: Grid) => new Float64Array(count).fill(Number.NaN)

/** Returns what the house consumed: the flows to it, and where these are not known, what is left of the counters. */
const houseEnergies = (flows: FlowColumns, energies: EnergyColumns): Numbers =>
  houseOf(flows).map((house, i) =>
    Number.isNaN(house) ? (houseEnergy(energiesAt(energies, i)) ?? Number.NaN) : house,
  )

/** Returns the energies in Wh that sum up to a measure: inflow minus outflow. */
function energyOf({ grid, energies, flows, expected }: Quarterly, measure: Measure): Numbers {
  if (isForecast(measure)) return expected?.[measure].map((power) => power * HOURS_A_QUARTER) ?? none(grid)
  if (measure === 'load') return flows && energies ? houseEnergies(flows, energies) : none(grid)
  if (!energies) return none(grid)
  if (measure === 'grid') return minus(energies.import, energies.feedIn)
  if (measure === 'battery') return minus(energies.discharge, energies.charge)
  return measure === 'pv' || measure === 'charge' || measure === 'discharge' ? energies[measure] : none(grid)
}

/** Returns a measure's quarters by a method, in its unit. */
export function measureOn(system: Quarterly, measure: Measure, method: Method): Numbers {
  const { grid, expected } = system
  if (method === 'sum') return energyOf(system, measure)
  if (isForecast(measure)) return expected?.[measure] ?? none(grid)
  const column = columns[measure] ?? ''
  if (method === 'mean') return meansOn(grid, column)
  return onGrid(grid, ({ measures }) => measures.get(column)?.[method]).map(inUnits)
}

/** Returns the means of a column. */
export const meansOn = (grid: Grid, column: string): Numbers =>
  onGrid(grid, ({ measures }) => means(measures.get(column)))

function means(folded: Folded | undefined): Numbers {
  const values = new Float64Array(folded?.count.length ?? 0)
  for (let i = 0; i < values.length; i += 1)
    values[i] = inUnits((folded?.sum[i] ?? 0) / (folded?.count[i] ?? 0))
  return values
}

const inUnits = (thousandths: number) => thousandths / THOUSANDTHS

/**
 * Resolves to the forecasts of systems, placed in the grids; by system. Of past days, that which was made first on each, as
 * far as they are the owner's.
 */
export async function expectedOn(
  sql: Sql,
  grids: readonly Grid[],
  now: Date,
): Promise<Map<number, Expected>> {
  const made = await forecastStore(sql).of(
    grids.map(({ system }) => system),
    now,
  )
  const expected = new Map<number, Expected>()
  for (const grid of grids) {
    const forecast = made.get(grid.system.id)
    const past = await pastOn(sql, grid, now)
    expected.set(grid.system.id, {
      energyForecast: placed(grid, [...past.pv, ...(forecast?.pv.days ?? [])]),
      loadForecast: placed(grid, [...past.load, ...(forecast?.load.days ?? [])]),
    })
  }
  return expected
}

type Course = { readonly start: Date; readonly quarters: ArrayLike<number | null> }

/** Resolves to what was expected of the days in a grid that are over. */
async function pastOn(sql: Sql, { system, start, count }: Grid, now: Date) {
  const { id, time_zone, visible_from } = system
  const today = startOfDay(dayOf(now, time_zone), time_zone)
  const from = new Date(Math.max(start, visible_from.getTime()))
  const until = new Date(Math.min(start + count * QUARTER_MS, today.getTime()))
  const records = from < until ? await recordStore(sql).between(id, from, until) : []
  const of = (kind: 'pv' | 'load'): Course[] =>
    records.map((record) => ({ start: record.start, quarters: record.issues[kind].course }))
  return { pv: of('pv'), load: of('load') }
}

function placed(grid: Grid, days: readonly Course[]): Numbers {
  const column = none(grid)
  for (const { start, quarters } of days)
    for (let i = 0; i < quarters.length; i += 1) {
      const at = Math.round((start.getTime() - grid.start) / QUARTER_MS) + i
      const power = quarters[i] ?? Number.NaN
      if (!Number.isNaN(power) && at >= 0 && at < grid.count) column[at] = power
    }
  return column
}
