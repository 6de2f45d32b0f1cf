import {
  type Column,
  columnOf,
  type Graph,
  type getGraph,
  intervals,
  measuresIn,
  type SeriesName,
  seriesNames,
  type WireMeasure,
  wireMeasure,
} from '@kellersonne/contract/energy/charts'
import type { Query } from '@kellersonne/contract/shared/endpoint'
import {
  type Measure,
  type Method,
  methodsOf,
  type Run,
  rangeOf,
  stepsOf,
  totalOf,
  unitOf,
} from '@kellersonne/core/energy/charts'
import { addToSteps, combine, foldSteps, type Numbers } from '@kellersonne/core/energy/charts-fold'
import type { FlowName } from '@kellersonne/core/energy/flows'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices, type Slices } from '../../platform/slices.ts'
import type { Systems } from '../../systems/access.ts'
import type { EnergyGap } from '../../telemetry/readings/gaps.ts'
import { disagreementsOn, MEASURED_FLOWS } from './disagreements.ts'
import { energyGapsToWire, gapEnergyOf, gapsOn, jumpsToWire } from './gaps.ts'
import { gapsOf, readGrids } from './grid.ts'
import { columnsFor, expectedOn, isForecast, measureOn, PER, type Quarterly, quarterly } from './measure.ts'

type Asked = Query<typeof getGraph>
type Shown = { readonly name: WireMeasure; readonly method: Method }

const NAMES = { day: 'Day', month: 'Month', year: 'Year' } as const

/**
 * Returns the requested measures that support the requested method; if none are named, energies are summed and
 * unsuitable measures left out.
 */
function shownOf(names: readonly SeriesName[], method: Method): Shown[] {
  return measuresIn(names).flatMap((name) => {
    const sensible = methodsOf(wireMeasure[name])
    if (sensible.includes(method)) return [{ name, method }]
    const [only, ...others] = sensible
    return only && others.length === 0 ? [{ name, method: only }] : []
  })
}

/** Resolves to each system's quarters, with every column the shown series need. */
async function read(
  sql: Sql,
  systems: Systems,
  { shown, names, range, now, isMetered }: Plan,
  slices: Slices,
): Promise<Quarterly[]> {
  const flows = names.includes('flows') || shown.some((one) => one.name === 'load' && one.method === 'sum')
  const energies = flows || names.includes('energies') || shown.some(({ method }) => method === 'sum')
  const columns = shown.flatMap(({ name, method }) => columnsFor(wireMeasure[name], method))
  const measures = isMetered ? [...new Set([...columns, ...MEASURED_FLOWS])] : columns
  const extremes = shown.some(({ method }) => method === 'min' || method === 'max')
  const wanted = { measures, extremes, energies: energies || isMetered }
  const grids = await readGrids(sql, systems, range, wanted, now)
  const forecast = shown.some(({ name }) => isForecast(wireMeasure[name]))
  const expected = forecast ? await expectedOn(sql, grids, now) : null
  return slices.map(grids, (grid) => quarterly(grid, { energies, flows }, expected?.get(grid.system.id)))
}

/** True if a measure has both powers and counters. */
const isFlow = (measure: Measure) =>
  measure === 'grid' || measure === 'pv' || measure === 'battery' || measure === 'load'

function planOf(systems: Systems, asked: Asked, now: Date) {
  const { period, resolution: usual } = intervals[asked.interval]
  const resolution = asked.resolution ?? usual
  const range = rangeOf(asked.from_date, period, systems[0].time_zone)
  const names = asked.series ?? seriesNames
  const runs = stepsOf(range, resolution)
  const shown = shownOf(names, asked.method)
  const isMetered = period === 'day' && shown.some(({ name }) => isFlow(wireMeasure[name]))
  return { period, resolution, range, names, runs, now, shown, isMetered }
}
type Plan = ReturnType<typeof planOf>

/** Resolves to everything a chart shows of a day, a month or a year. Yields to other questions between systems. */
export async function graphOf(sql: Sql, systems: Systems, asked: Asked, now: Date): Promise<Graph> {
  const plan = planOf(systems, asked, now)
  const { period, resolution, range, runs, names, shown, isMetered } = plan
  const slices = openSlices()
  const all = await read(sql, systems, plan, slices)
  const gaps = new Map(await slices.map(all, (one) => [one, gapsOn(one.grid)]))
  type OfGap = (gap: EnergyGap) => number | null
  function inSteps(
    one: Quarterly,
    values: Numbers | undefined,
    method: Method,
    ofGap: OfGap | null,
  ): Numbers {
    const steps = foldSteps(values ?? new Float64Array(), one.grid.start, runs, method)
    const energies = (ofGap ? (gaps.get(one) ?? []) : []).map((gap) => ({
      ...gap,
      energy: ofGap?.(gap) ?? 0,
    }))
    return addToSteps(steps, runs, energies)
  }
  const summed: Summed = async (of, ofGap) => {
    const columns = await slices.map(all, (one) => inSteps(one, of(one), 'sum', ofGap))
    return columnOf(combine(columns, 'sum'), PER.Wh)
  }
  const measured = new Map(
    await slices.map(all, (one) => [
      one,
      shown.map(({ name, method }) => measureOn(one, wireMeasure[name], method)),
    ]),
  )
  const missing = await slices.map(all, (one) =>
    gapsOf(one.grid, isMeasured(one, shown, measured.get(one) ?? []), now),
  )
  const seriesOf = ({ name, method }: Shown, i: number) => {
    const measure = wireMeasure[name]
    const unit = unitOf(measure, method)
    const how = totalOf(measure, method, asked.balance)
    const ofGap = method === 'sum' ? (gap: EnergyGap) => gapEnergyOf(gap, measure) : null
    const values = combine(
      all.map((one) => inSteps(one, measured.get(one)?.[i], method, ofGap)),
      how,
    )
    return [
      name,
      { unit, method, total: asked.sn === TOTAL ? how : null, values: columnOf(values, PER[unit]) },
    ]
  }
  return {
    sn: asked.sn,
    interval: NAMES[period],
    resolution,
    method: asked.method,
    time_zone: range.timeZone,
    from_date: range.from,
    until_date: range.until,
    steps: runs.map(runToWire),
    series: Object.fromEntries(await slices.map(shown, seriesOf)),
    energies: names.includes('energies') ? await energiesToWire(summed) : null,
    flows: names.includes('flows') ? await flowsToWire(summed) : null,
    gaps: missing.flat().map(gapToWire),
    ...energyGapsToWire(all.flatMap((one) => (gaps.get(one) ?? []).map((gap) => ({ grid: one.grid, gap })))),
    jumps: all.flatMap(({ grid }) => jumpsToWire(grid)),
    disagreements: isMetered ? all.flatMap(({ grid }) => disagreementsOn(grid, now)) : [],
  }
}

const runToWire = ({ from, ms, count }: Run) => ({
  from: new Date(from).toISOString(),
  seconds: ms / 1000,
  count,
})
const gapToWire = ({ sn, reason, from, until }: ReturnType<typeof gapsOf>[number]) => ({
  ...{ sn, reason },
  from: from.toISOString(),
  until: until.toISOString(),
})

/** Returns a predicate: true if any shown value of a quarter is known. */
function isMeasured({ energies }: Quarterly, shown: readonly Shown[], values: readonly Numbers[]) {
  const measured = values.filter((_, i) => !isForecast(wireMeasure[shown[i]?.name ?? 'm9']))
  const columns = measured.length > 0 ? measured : Object.values(energies ?? {})
  return (quarter: number) => columns.some((column) => !Number.isNaN(column[quarter] ?? Number.NaN))
}

type Summed = (
  of: (one: Quarterly) => Numbers | undefined,
  ofGap: ((gap: EnergyGap) => number | null) | null,
) => Promise<Column>

async function energiesToWire(summed: Summed): Promise<Graph['energies']> {
  const sum = (counter: CounterName) =>
    summed(
      ({ energies }) => energies?.[counter],
      ({ energies }) => energies[counter],
    )
  return {
    pv: await sum('pv'),
    import: await sum('import'),
    feed_in: await sum('feedIn'),
    charge: await sum('charge'),
    discharge: await sum('discharge'),
  }
}

/** What flowed where over a gap is not known. */
async function flowsToWire(summed: Summed): Promise<Graph['flows']> {
  const sum = (flow: FlowName) => summed(({ flows }) => flows?.[flow], null)
  return {
    pv_to_house: await sum('pvToHouse'),
    pv_to_battery: await sum('pvToBattery'),
    pv_to_grid: await sum('pvToGrid'),
    battery_to_house: await sum('batteryToHouse'),
    battery_to_grid: await sum('batteryToGrid'),
    grid_to_house: await sum('gridToHouse'),
    grid_to_battery: await sum('gridToBattery'),
  }
}
