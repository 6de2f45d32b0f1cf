import type { FlowName } from '@kellersonne/core/energy/flows'
import { type Geometry, mastPort, type Point, portY, roofAt } from './geometry.ts'

/** The path of a flow through the drawing: straight, or with one right-angled corner. */
export type FlowPath = { readonly start: Point; readonly corner: Point | null; readonly end: Point }

/** A ribbon's width, px. */
export type WidthOf = (flow: FlowName) => number

const GAP = 2.5

/** Places ribbons side by side: the first is centred at `start`, the others follow with a gap. */
function bundle(start: number, flows: readonly FlowName[], width: WidthOf): WidthOf {
  const places = new Map<FlowName, number>()
  let place = start
  flows.forEach((flow, i) => {
    const before = flows[i - 1]
    if (before !== undefined) place += width(before) / 2 + GAP + width(flow) / 2
    places.set(flow, place)
  })
  return (flow) => places.get(flow) ?? start
}

/** Places ribbons side by side, centred on `middle`. */
function centred(middle: number, flows: readonly FlowName[], width: WidthOf): WidthOf {
  const [first] = flows
  if (first === undefined) return () => middle
  const whole = flows.reduce((sum, flow) => sum + width(flow), GAP * (flows.length - 1))
  return bundle(middle - whole / 2 + width(first) / 2, flows, width)
}

/** Length of a ribbon's arrow head, px; never too short to show a direction. */
export const headLength = (width: number) => Math.max(7, 0.62 * width + 3)

/** The lane of imports to the house: low enough to leave room for the arrow, but above the ground. */
function boughtLane(g: Geometry, width: number) {
  const wanted = g.boughtArrow.y + headLength(width) + width / 2
  return Math.max(g.gridLane, Math.min(wanted, g.ground - 1 - width / 2))
}

const straight = (x: number, y: number, endX: number, endY: number): FlowPath => ({
  start: { x, y },
  corner: null,
  end: { x: endX, y: endY },
})

/** Runs along the first axis of `turn`, then along the other. */
const bent = (start: Point, turn: 'down first' | 'across first', end: Point): FlowPath => ({
  start,
  corner: turn === 'down first' ? { x: start.x, y: end.y } : { x: end.x, y: start.y },
  end,
})

/** The paths of the active flows, so that none overlaps another: bundles in a fixed order, left to right. */
export function flowPaths(
  g: Geometry,
  active: readonly FlowName[],
  width: WidthOf,
): (flow: FlowName) => FlowPath {
  const of = (...names: FlowName[]) => names.filter((name) => active.includes(name))
  const trunk = bundle(g.disc.x, of('pvToBattery', 'pvToGrid', 'pvToHouse'), width)
  const port = bundle(g.disc.x, of('pvToBattery', 'gridToBattery', 'batteryToHouse', 'batteryToGrid'), width)
  const house = centred(g.houseLane.y, of('pvToHouse', 'batteryToHouse'), width)
  const fed = bundle(g.gridLane, of('pvToGrid', 'batteryToGrid'), width)
  const lane = active.includes('gridToHouse') ? boughtLane(g, width('gridToHouse')) : g.gridLane
  const bought = bundle(lane, of('gridToHouse', 'gridToBattery'), width)

  const mast = mastPort(g)
  const battery = portY(g)
  const underRoof = (flow: FlowName) => ({ x: trunk(flow), y: roofAt(g, trunk(flow) + width(flow) / 2) })
  const atPort = (flow: FlowName) => ({ x: port(flow), y: battery })
  const atHouse = (flow: FlowName) => ({ x: g.houseLane.arrow, y: house(flow) })
  const ways: Record<FlowName, () => FlowPath> = {
    pvToBattery: () => straight(g.disc.x, underRoof('pvToBattery').y, g.disc.x, battery),
    pvToGrid: () => bent(underRoof('pvToGrid'), 'down first', { x: mast, y: fed('pvToGrid') }),
    pvToHouse: () => bent(underRoof('pvToHouse'), 'down first', atHouse('pvToHouse')),
    batteryToHouse: () => bent(atPort('batteryToHouse'), 'down first', atHouse('batteryToHouse')),
    batteryToGrid: () => bent(atPort('batteryToGrid'), 'down first', { x: mast, y: fed('batteryToGrid') }),
    gridToHouse: () => bent({ x: mast, y: bought('gridToHouse') }, 'across first', g.boughtArrow),
    gridToBattery: () =>
      bent({ x: mast, y: bought('gridToBattery') }, 'across first', atPort('gridToBattery')),
  }
  return (flow) => ways[flow]()
}
