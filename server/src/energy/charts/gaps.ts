import type { Graph } from '@kellersonne/contract/energy/charts'
import type { EnergyGap as WireGap } from '@kellersonne/contract/energy/counters'
import type { Measure } from '@kellersonne/core/energy/charts'
import { houseEnergy } from '@kellersonne/core/energy/day-energies'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
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

const wireNames = {
  pv: 'pv',
  import: 'import',
  feedIn: 'feed_in',
  charge: 'charge',
  discharge: 'discharge',
} as const satisfies Record<CounterName, Graph['jumps'][number]['counter']>

export const jumpsToWire = ({ system, series }: Grid): Graph['jumps'] =>
  (series?.jumps ?? []).map(({ counter, from, until, before, after }) => ({
    ...{ sn: system.sn, counter: wireNames[counter] },
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    ...{ before, after },
  }))
