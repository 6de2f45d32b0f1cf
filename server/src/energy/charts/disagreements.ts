import type { Graph } from '@kellersonne/contract/energy/charts'
import { disagreementOf } from '@kellersonne/core/energy/disagreements'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { energiesOn, type Grid, onGrid } from './grid.ts'
import { meansOn } from './measure.ts'

const flows = [
  { flow: 'pv', column: 'pv_w', inflow: 'pv', outflow: null },
  { flow: 'grid', column: 'grid_w', inflow: 'import', outflow: 'feedIn' },
  { flow: 'battery', column: 'battery_w', inflow: 'discharge', outflow: 'charge' },
] as const

/** The columns that `disagreementsOn` needs beside the energies. */
export const MEASURED_FLOWS: readonly string[] = flows.map(({ column }) => column)

/** Returns the energies of a day on which a system's powers and counters differ. */
export function disagreementsOn(grid: Grid, now: Date): Graph['disagreements'] {
  const energies = energiesOn(grid)
  const over = Math.min(grid.count, Math.floor((now.getTime() - grid.start) / QUARTER_MS))
  const own = (column: Float64Array) => column.subarray(grid.own)
  return flows.flatMap(({ flow, column, inflow, outflow }) => {
    const metered = {
      readings: own(onGrid(grid, ({ measures }) => measures.get(column)?.count)),
      power: own(meansOn(grid, column)),
      inflow: own(energies[inflow]),
      outflow: outflow && own(energies[outflow]),
    }
    const found = disagreementOf(metered, over - grid.own)
    return found ? [{ sn: grid.system.sn, flow, counted: found.counted, from_powers: found.fromPowers }] : []
  })
}
