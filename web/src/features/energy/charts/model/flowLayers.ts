import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Layer, Part, Values } from '../../../../ui/chart/lane.ts'
import { type Localizer, paints, valuesOf } from './layers.ts'

const positive = (values: Values): Values => values.map((v) => (v === null ? null : Math.max(0, v)))
const negative = (values: Values): Values => values.map((v) => (v === null ? null : Math.min(0, v)))
export const inverted = (values: Values): Values => values.map((v) => (v === null ? null : -v))
/** A part of a stack or column, named after its paint. */
export const part = (of: keyof typeof paints, values: Values, t: Localizer['t']): Part => ({
  paint: paints[of],
  name: t(`short.${of}`),
  values,
})

/** PV, discharge and import upwards, charge and feed-in downwards. */
export function stack(data: GraphData, shown: readonly Measure[], t: Localizer['t']): Layer[] {
  const { pv, battery, grid } = signedOf(data)
  const has = (measure: Measure) => shown.includes(measure)
  const up = [
    ...(has('pv') && pv ? [part('pv', pv, t)] : []),
    ...(has('battery') && battery ? [part('battery', battery.up, t)] : []),
    ...(has('grid') && grid ? [part('import', grid.up, t)] : []),
  ]
  const down = [
    ...(has('battery') && battery ? [part('battery', battery.down, t)] : []),
    ...(has('grid') && grid ? [part('feedIn', grid.down, t)] : []),
  ]
  return up.length + down.length > 0 ? [{ kind: 'stack', up, down }] : []
}

/** Splits battery and grid by direction: energies as counted, powers by the sign of the mean. */
function signedOf(data: GraphData) {
  const { energies } = data
  const pv = valuesOf(data, 'pv')
  const [battery, grid] = [valuesOf(data, 'battery'), valuesOf(data, 'grid')]
  const split = (values: Values | null) => values && { up: positive(values), down: negative(values) }
  if (!energies) return { pv, battery: split(battery), grid: split(grid) }
  return {
    pv: pv && energies.pv,
    battery: battery && { up: energies.discharge, down: inverted(energies.charge) },
    grid: grid && { up: energies.import, down: inverted(energies.feedIn) },
  }
}

/** Where the yield went, and where the consumption came from; without flows, the energies in both directions. */
export function columnsOf(
  { flows, energies }: GraphData,
  shown: readonly Measure[],
  t: Localizer['t'],
): Layer[] {
  if (!flows || !energies) return []
  const has = (measure: Measure) => shown.includes(measure)
  const columns = [
    ...(has('pv')
      ? [
          [
            part('pv', flows.pvToHouse, t),
            part('battery', flows.pvToBattery, t),
            part('feedIn', flows.pvToGrid, t),
          ],
        ]
      : []),
    ...(has('load')
      ? [
          [
            part('pv', flows.pvToHouse, t),
            part('battery', flows.batteryToHouse, t),
            part('import', flows.gridToHouse, t),
          ],
        ]
      : []),
  ]
  if (columns.length > 0) return [{ kind: 'columns', columns }]
  const up = [
    ...(has('battery') ? [part('battery', energies.discharge, t)] : []),
    ...(has('grid') ? [part('import', energies.import, t)] : []),
  ]
  const down = [
    ...(has('battery') ? [part('battery', inverted(energies.charge), t)] : []),
    ...(has('grid') ? [part('feedIn', inverted(energies.feedIn), t)] : []),
  ]
  return up.length > 0 ? [{ kind: 'columns', columns: [up, down] }] : []
}
