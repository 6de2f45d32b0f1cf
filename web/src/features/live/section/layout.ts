import { type FlowName, type Flows, flowing } from '@kellersonne/core/energy/flows'
import { watts } from '@kellersonne/core/units/units'
import { flowPaths } from './flowPaths.ts'
import { type Geometry, mastPort, portY, roofAt } from './geometry.ts'
import { type Ribbon, ribbon, ribbonWidth } from './ribbon.ts'

export type Layout = {
  readonly ribbons: readonly Ribbon[]
  /** Paths of the idle branches. */
  readonly conduits: readonly string[]
}

/** Drawing order. */
const order: readonly FlowName[] = [
  'gridToBattery',
  'gridToHouse',
  'pvToGrid',
  'batteryToGrid',
  'batteryToHouse',
  'pvToHouse',
  'pvToBattery',
]

/** Too little to see, W: 0.22 px of a ribbon. */
const STEP_W = 50

/** Rounds flows for drawing: meters always fluctuate, and invisible changes need no redraw. */
export function roundFlows(flows: Flows): Flows {
  const of = (flow: FlowName) =>
    flowing(flows[flow]) ? watts(Math.max(STEP_W, Math.round(flows[flow] / STEP_W) * STEP_W)) : watts(0)
  return {
    pvToHouse: of('pvToHouse'),
    pvToBattery: of('pvToBattery'),
    pvToGrid: of('pvToGrid'),
    batteryToHouse: of('batteryToHouse'),
    batteryToGrid: of('batteryToGrid'),
    gridToHouse: of('gridToHouse'),
    gridToBattery: of('gridToBattery'),
  }
}

/** True if both are drawn the same. */
export const isSameLayout = (a: Flows | null, b: Flows | null) =>
  a === b || (a !== null && b !== null && order.every((flow) => a[flow] === b[flow]))

/**
 * The moving part of the cutaway drawing: a ribbon for each flow, a dotted conduit for each idle branch. null =
 * unknown flows: nothing flows.
 */
export function layout(g: Geometry, flows: Flows | null): Layout {
  const power = (flow: FlowName) => flows?.[flow] ?? watts(0)
  const active = order.filter((flow) => flowing(power(flow)))
  const way = flowPaths(g, active, (flow) => ribbonWidth(power(flow)))
  return {
    ribbons: active.map((flow) => ribbon(flow, power(flow), way(flow))),
    conduits: conduits(g, active),
  }
}

function conduits(g: Geometry, active: readonly FlowName[]): string[] {
  const idle = (...flows: FlowName[]) => !flows.some((flow) => active.includes(flow))
  const { x } = g.disc
  const junction = active.includes('batteryToHouse') ? g.houseLane.y : g.gridLane
  const paths: string[] = []
  if (idle('pvToHouse', 'pvToBattery', 'pvToGrid')) paths.push(`M${x} ${roofAt(g, x)}V${junction}`)
  if (idle('pvToBattery', 'gridToBattery', 'batteryToHouse', 'batteryToGrid'))
    paths.push(`M${x} ${g.gridLane}V${portY(g)}`)
  if (idle('pvToHouse', 'batteryToHouse')) paths.push(`M${x} ${g.houseLane.y}H${g.houseLane.arrow}`)
  if (idle('pvToGrid', 'batteryToGrid', 'gridToHouse', 'gridToBattery'))
    paths.push(`M${x} ${g.gridLane}H${mastPort(g)}`)
  return paths
}
