import { type GapReason, type Measure, type Method, startsOf } from '@kellersonne/core/energy/charts'
import type { DayEnergies } from '@kellersonne/core/energy/day-energies'
import type { Disagreement } from '@kellersonne/core/energy/disagreements'
import type { FlowName } from '@kellersonne/core/energy/flows'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import type { Day } from '@kellersonne/core/time/days'
import { known, wattHours } from '@kellersonne/core/units/units'
import { type Column, type Graph, valuesOf, wireMeasure, wireMeasures } from './charts.ts'
import { type CounterJump, toCounterJump, type EnergyGap as WireGap } from './counters.ts'

type Values = readonly (number | null)[]

/** Values of a measure, one per step; W, V, %, Wh. `total` = how the values of several systems were combined. */
export type MeasuredSeries = {
  readonly unit: 'V' | 'W' | '%' | 'Wh'
  readonly method: Method
  readonly total: 'mean' | 'sum' | null
  readonly values: Values
}

/** A period without data of a system; ms. */
type Gap = {
  readonly sn: SerialNumber
  readonly from: number
  readonly until: number
  readonly reason: GapReason
}

/** A time (ms) over which energies (Wh) are known only as a whole. */
export type EnergyGap = DayEnergies & {
  readonly sn: SerialNumber
  readonly from: number
  readonly until: number
}

/** An energy of a day on which powers and counters differ: inflow minus outflow, in the quarters that have both. */
type MeterDisagreement = Disagreement & {
  readonly sn: SerialNumber
  readonly flow: Graph['disagreements'][number]['flow']
}

/** A day, month or year in columns. */
export type GraphData = {
  readonly timeZone: string
  readonly from: Day
  readonly until: Day
  /** The start of each step and the end of the last; ms. */
  readonly edges: readonly number[]
  readonly series: ReadonlyMap<Measure, MeasuredSeries>
  /** Wh per step; null if not requested. */
  readonly energies: { readonly [name in CounterName]: Values } | null
  readonly flows: { readonly [name in FlowName]: Values } | null
  readonly gaps: readonly Gap[]
  readonly energyGaps: readonly EnergyGap[]
  readonly jumps: readonly CounterJump[]
  readonly disagreements: readonly MeterDisagreement[]
}

const every = <K extends string>(columns: Record<K, Column>) => {
  const entries = Object.entries<Column>(columns).map(([name, column]) => [name, valuesOf(column)] as const)
  return new Map<string, Values>(entries)
}
const from = (columns: ReadonlyMap<string, Values>) => (name: string) => columns.get(name) ?? []

function energiesOf(columns: NonNullable<Graph['energies']>): GraphData['energies'] {
  const of = from(every(columns))
  return {
    pv: of('pv'),
    import: of('import'),
    feedIn: of('feed_in'),
    charge: of('charge'),
    discharge: of('discharge'),
  }
}

function flowsOf(columns: NonNullable<Graph['flows']>): GraphData['flows'] {
  const of = from(every(columns))
  return {
    pvToHouse: of('pv_to_house'),
    pvToBattery: of('pv_to_battery'),
    pvToGrid: of('pv_to_grid'),
    batteryToHouse: of('battery_to_house'),
    batteryToGrid: of('battery_to_grid'),
    gridToHouse: of('grid_to_house'),
    gridToBattery: of('grid_to_battery'),
  }
}

export const toEnergyGap = (gap: WireGap): EnergyGap => ({
  sn: gap.sn,
  from: Date.parse(gap.from),
  until: Date.parse(gap.until),
  pv: known(gap.pv),
  import: known(gap.import),
  feedIn: known(gap.feed_in),
  charge: known(gap.charge),
  discharge: known(gap.discharge),
})

/** Maps the wire format to columns. */
export function toGraphData(graph: Graph): GraphData {
  const runs = graph.steps.map(({ from: start, seconds, count }) => ({
    from: Date.parse(start),
    ms: seconds * 1000,
    count,
  }))
  const last = runs.at(-1)
  return {
    timeZone: graph.time_zone,
    from: graph.from_date as Day,
    until: graph.until_date as Day,
    edges: [...startsOf(runs), ...(last ? [last.from + last.ms * last.count] : [])],
    series: new Map(
      wireMeasures.flatMap((name) => {
        const wireSeries = graph.series[name]
        return wireSeries ? [[wireMeasure[name], { ...wireSeries, values: valuesOf(wireSeries.values) }]] : []
      }),
    ),
    energies: graph.energies && energiesOf(graph.energies),
    flows: graph.flows && flowsOf(graph.flows),
    gaps: graph.gaps.map(({ sn, from: start, until, reason }) => ({
      sn,
      from: Date.parse(start),
      until: Date.parse(until),
      reason,
    })),
    energyGaps: graph.energy_gaps.map(toEnergyGap),
    jumps: graph.jumps.map(toCounterJump),
    disagreements: graph.disagreements.map(({ sn, flow, counted, from_powers }) => ({
      ...{ sn, flow, counted: wattHours(counted), fromPowers: wattHours(from_powers) },
    })),
  }
}
