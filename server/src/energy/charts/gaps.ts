import type { Graph } from '@kellersonne/contract/energy/charts'
import { counterToWire, type EnergyGap as WireGap } from '@kellersonne/contract/energy/counters'
import type { Measure } from '@kellersonne/core/energy/charts'
import { houseEnergy } from '@kellersonne/core/energy/day-energies'
import { type EnergyGap, gapsTouching } from '../../telemetry/readings/gaps.ts'
import type { Grid } from './grid.ts'

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)

/** Returns a gap's energy in Wh that counts in the sum of a measure: inflow minus outflow; null if not known. */
export function gapEnergyOf({ energies }: EnergyGap, measure: Measure): number | null {
  if (measure === 'load') return houseEnergy(energies)
  if (measure === 'grid') return minus(energies.import, energies.feedIn)
  if (measure === 'battery') return minus(energies.discharge, energies.charge)
  return measure === 'pv' || measure === 'charge' || measure === 'discharge' ? energies[measure] : null
}

/** Returns the gaps that touch a grid. */
export const gapsOn = ({ series }: Grid): readonly EnergyGap[] => (series ? gapsTouching(series) : [])

export const energyGapToWire = ({ system }: Grid, { from, until, energies }: EnergyGap): WireGap => ({
  sn: system.sn,
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
  pv: energies.pv,
  import: energies.import,
  feed_in: energies.feedIn,
  charge: energies.charge,
  discharge: energies.discharge,
})

/** A faulty unit must not make an answer of thousands. */
export const MOST_ENERGY_GAPS = 100

const sizeOf = ({ pv, import: drawn, feed_in, charge, discharge }: WireGap) =>
  Math.max(pv ?? 0, drawn ?? 0, feed_in ?? 0, charge ?? 0, discharge ?? 0)

type NamedGaps = Pick<Graph, 'energy_gaps' | 'energy_gaps_left_out'>

/** Keeps the largest gaps, in their order, and counts the others. */
function largest({ energy_gaps: gaps, energy_gaps_left_out: leftOut }: NamedGaps): NamedGaps {
  const bySize = gaps.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const kept = new Set(bySize.slice(0, MOST_ENERGY_GAPS))
  return {
    energy_gaps: gaps.filter((one) => kept.has(one)),
    energy_gaps_left_out: leftOut + gaps.length - kept.size,
  }
}

/** Names the largest gaps of a system, in their order, and how many others there are. */
export const energyGapsToWire = (grid: Grid, gaps: readonly EnergyGap[]): NamedGaps =>
  largest({ energy_gaps: gaps.map((gap) => energyGapToWire(grid, gap)), energy_gaps_left_out: 0 })

/** Names the largest of those of systems. */
export const largestOf = (systems: readonly NamedGaps[]): NamedGaps =>
  largest({
    energy_gaps: systems.flatMap(({ energy_gaps }) => energy_gaps),
    energy_gaps_left_out: systems.reduce((sum, { energy_gaps_left_out }) => sum + energy_gaps_left_out, 0),
  })

export const jumpsToWire = ({ system, series }: Grid): Graph['jumps'] =>
  (series?.jumps ?? []).map(({ counter, from, until, before, after }) => ({
    ...{ sn: system.sn, counter: counterToWire[counter] },
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    ...{ before, after },
  }))
