import {
  type Column,
  columnOf,
  type Graph,
  type getGraph,
  intervals,
  measuresIn,
  type SeriesName,
  seriesNames,
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
import { combine, type Numbers } from '@kellersonne/core/energy/charts-fold'
import type { FlowName } from '@kellersonne/core/energy/flows'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices } from '../../platform/slices.ts'
import type { Systems } from '../../systems/access.ts'
import { largestOf } from './gaps.ts'
import { PER } from './measure.ts'
import { type Plan, type Shown, type SystemGraph, systemGraph } from './system-graph.ts'

type Asked = Query<typeof getGraph>

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
  const plan: Plan = { range, names, runs, now, shown, isMetered }
  return { ...plan, period, resolution }
}

/**
 * Resolves to everything a chart shows of a day, a month or a year. One system after the other is read and folded, so that what a
 * faulty unit makes of one is never held for all; yields to other questions meanwhile.
 */
export async function graphOf(sql: Sql, systems: Systems, asked: Asked, now: Date): Promise<Graph> {
  const plan = planOf(systems, asked, now)
  const { period, resolution, range, runs, names, shown } = plan
  const slices = openSlices()
  const all: SystemGraph[] = []
  for (const system of systems) all.push(await systemGraph(sql, system, plan, slices))
  const seriesOf = ({ name, method }: Shown, i: number) => {
    const measure = wireMeasure[name]
    const unit = unitOf(measure, method)
    const how = totalOf(measure, method, asked.balance)
    const values = combine(
      all.map(({ columns }) => columns[i] ?? new Float64Array()),
      how,
    )
    return [
      name,
      { unit, method, total: asked.sn === TOTAL ? how : null, values: columnOf(values, PER[unit]) },
    ]
  }
  const summed = (of: (one: SystemGraph) => Numbers | undefined) =>
    columnOf(
      combine(
        all.map((one) => of(one) ?? new Float64Array()),
        'sum',
      ),
      PER.Wh,
    )
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
    energies: names.includes('energies')
      ? energiesToWire((name) => summed(({ energies }) => energies?.[name]))
      : null,
    flows: names.includes('flows') ? flowsToWire((name) => summed(({ flows }) => flows?.[name])) : null,
    gaps: all.flatMap(({ missing }) => missing),
    ...largestOf(all.map(({ energyGaps }) => energyGaps)),
    jumps: all.flatMap(({ jumps }) => jumps),
    disagreements: all.flatMap(({ disagreements }) => disagreements),
  }
}

const runToWire = ({ from, ms, count }: Run) => ({
  from: new Date(from).toISOString(),
  seconds: ms / 1000,
  count,
})

const energiesToWire = (sum: (counter: CounterName) => Column): Graph['energies'] => ({
  pv: sum('pv'),
  import: sum('import'),
  feed_in: sum('feedIn'),
  charge: sum('charge'),
  discharge: sum('discharge'),
})

const flowsToWire = (sum: (flow: FlowName) => Column): Graph['flows'] => ({
  pv_to_house: sum('pvToHouse'),
  pv_to_battery: sum('pvToBattery'),
  pv_to_grid: sum('pvToGrid'),
  battery_to_house: sum('batteryToHouse'),
  battery_to_grid: sum('batteryToGrid'),
  grid_to_house: sum('gridToHouse'),
  grid_to_battery: sum('gridToBattery'),
})
