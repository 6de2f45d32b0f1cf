import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Layer, Paint, Part, Values } from '../../../../ui/chart/lane.ts'
import { paints, valuesOf } from './layers.ts'

const positive = (values: Values): Values => values.map((v) => (v === null ? null : Math.max(0, v)))
const negative = (values: Values): Values => values.map((v) => (v === null ? null : Math.min(0, v)))
export const inverted = (values: Values): Values => values.map((v) => (v === null ? null : -v))
export const part = (paint: Paint, values: Values): Part => ({ paint, values })

/** PV, discharge and import upwards, charge and feed-in downwards. */
export function stack(data: GraphData, shown: readonly Measure[]): Layer[] {
  const { pv, battery, grid } = signedOf(data)
  const has = (measure: Measure) => shown.includes(measure)
  const up = [
    ...(has('pv') && pv ? [part(paints.pv, pv)] : []),
    ...(has('battery') && battery ? [part(paints.battery, battery.up)] : []),
    ...(has('grid') && grid ? [part(paints.import, grid.up)] : []),
  ]
  const down = [
    ...(has('battery') && battery ? [part(paints.battery, battery.down)] : []),
    ...(has('grid') && grid ? [part(paints.feedIn, grid.down)] : []),
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
export function columnsOf({ flows, energies }: GraphData, shown: readonly Measure[]): Layer[] {
  if (!flows || !energies) return []
  const has = (measure: Measure) => shown.includes(measure)
  const columns = [
    ...(has('pv')
      ? [
          [
            part(paints.pv, flows.pvToHouse),
            part(paints.battery, flows.pvToBattery),
            part(paints.feedIn, flows.pvToGrid),
          ],
        ]
      : []),
    ...(has('load')
      ? [
          [
            part(paints.pv, flows.pvToHouse),
            part(paints.battery, flows.batteryToHouse),
            part(paints.import, flows.gridToHouse),
          ],
        ]
      : []),
  ]
  if (columns.length > 0) return [{ kind: 'columns', columns }]
  const up = [
    ...(has('battery') ? [part(paints.battery, energies.discharge)] : []),
    ...(has('grid') ? [part(paints.import, energies.import)] : []),
  ]
  const down = [
    ...(has('battery') ? [part(paints.battery, inverted(energies.charge))] : []),
    ...(has('grid') ? [part(paints.feedIn, inverted(energies.feedIn))] : []),
  ]
  return up.length > 0 ? [{ kind: 'columns', columns: [up, down] }] : []
}
