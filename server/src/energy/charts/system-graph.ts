import {
  type Graph,
  type SeriesName,
  type WireMeasure,
  wireMeasure,
} from '@kellersonne/contract/energy/charts'
import type { Method, Range, Run } from '@kellersonne/core/energy/charts'
import {
  addToSteps,
  type EnergyColumns,
  energyColumns,
  type FlowColumns,
  flowColumns,
  foldSteps,
  type Numbers,
} from '@kellersonne/core/energy/charts-fold'
import type { Sql } from '../../platform/db/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Slices } from '../../platform/slices.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import type { EnergyGap } from '../../telemetry/readings/gaps.ts'
import { disagreementsOn, MEASURED_FLOWS } from './disagreements.ts'
import { energyGapsToWire, gapEnergyOf, gapsOn, jumpsToWire } from './gaps.ts'
import { gapsOf, readRanges } from './grid.ts'
import { columnsFor, expectedOn, isForecast, measureOn, type Quarterly, quarterly } from './measure.ts'

export type Shown = { readonly name: WireMeasure; readonly method: Method }

/** What a chart shows; `isMetered`: whether it compares what counters counted with what powers were. */
export type Plan = {
  readonly range: Range
  readonly names: readonly SeriesName[]
  readonly runs: readonly Run[]
  readonly now: Date
  readonly shown: readonly Shown[]
  readonly isMetered: boolean
}

/** What one system adds to a chart: values of its steps, in the order of what is shown, and remarks. */
export type SystemGraph = Pick<Graph, 'jumps' | 'disagreements'> & {
  readonly columns: readonly Numbers[]
  readonly energies: EnergyColumns | null
  readonly flows: FlowColumns | null
  readonly missing: Graph['gaps']
  readonly energyGaps: Pick<Graph, 'energy_gaps' | 'energy_gaps_left_out'>
}

/** Resolves to a system's quarters, with every column that the shown series need. */
async function read(
  sql: Sql,
  system: OwnedSystem,
  { shown, names, range, now, isMetered }: Plan,
): Promise<Quarterly> {
  const flows = names.includes('flows') || shown.some((one) => one.name === 'load' && one.method === 'sum')
  const energies = flows || names.includes('energies') || shown.some(({ method }) => method === 'sum')
  const columns = shown.flatMap(({ name, method }) => columnsFor(wireMeasure[name], method))
  const measures = isMetered ? [...new Set([...columns, ...MEASURED_FLOWS])] : columns
  const extremes = shown.some(({ method }) => method === 'min' || method === 'max')
  const wanted = { measures, extremes, energies: energies || isMetered }
  const [grid] = await readRanges(sql, system, [range], wanted, now)
  invariant(grid, 'chart: a range that was not read')
  const forecast = shown.some(({ name }) => isForecast(wireMeasure[name]))
  const expected = forecast ? await expectedOn(sql, [grid], now) : null
  return quarterly(grid, { energies, flows }, expected?.get(grid.system.id))
}

/** Resolves to what a chart shows of one system. Nothing of its quarters is kept but that. */
export async function systemGraph(
  sql: Sql,
  system: OwnedSystem,
  plan: Plan,
  slices: Slices,
): Promise<SystemGraph> {
  const one = await read(sql, system, plan)
  const { runs, names, shown, isMetered, now } = plan
  const { grid } = one
  const gaps = gapsOn(grid)
  function inSteps(values: Numbers | undefined, method: Method, ofGap: OfGap | null): Numbers {
    const steps = foldSteps(values ?? new Float64Array(), grid.start, runs, method)
    const energies = (ofGap ? gaps : []).map((gap) => ({ ...gap, energy: ofGap?.(gap) ?? 0 }))
    return addToSteps(steps, runs, energies)
  }
  const measured = await slices.map(shown, ({ name, method }) => measureOn(one, wireMeasure[name], method))
  const columns = await slices.map(shown, ({ name, method }, i) =>
    inSteps(measured[i], method, method === 'sum' ? (gap) => gapEnergyOf(gap, wireMeasure[name]) : null),
  )
  if (slices.isOver()) await slices.next()
  const energies = names.includes('energies')
    ? energyColumns((name) => inSteps(one.energies?.[name], 'sum', (gap) => gap.energies[name]))
    : null
  // What flowed where over a gap is not known.
  const flows = names.includes('flows')
    ? flowColumns((name) => inSteps(one.flows?.[name], 'sum', null))
    : null
  if (slices.isOver()) await slices.next()
  return {
    columns,
    energies,
    flows,
    missing: gapsOf(grid, isMeasured(one, shown, measured), now).map(gapToWire),
    energyGaps: energyGapsToWire(grid, gaps),
    jumps: jumpsToWire(grid),
    disagreements: isMetered ? disagreementsOn(grid, now) : [],
  }
}

type OfGap = (gap: EnergyGap) => number | null

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
