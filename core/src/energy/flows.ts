import { IDLE_W, type Powers } from '../units/power.ts'
import { type WattHours, type Watts, wattHours, watts } from '../units/units.ts'
import type { DayEnergies } from './day-energies.ts'

export type FlowName =
  | 'pvToHouse'
  | 'pvToBattery'
  | 'pvToGrid'
  | 'batteryToHouse'
  | 'batteryToGrid'
  | 'gridToHouse'
  | 'gridToBattery'
type FlowsIn<Q> = { readonly [name in FlowName]: Q }
/** Power by source and destination, never negative. */
export type Flows = FlowsIn<Watts>
/** Energy by source and destination, never negative. */
export type EnergyFlows = FlowsIn<WattHours>

/** What PV yielded, and what went through the meter and the battery in each direction; none is negative. */
type Exchange = { readonly [name in keyof DayEnergies]: number }

/**
 * Decides who supplies whom, the same for powers and for energies (decision 0061): feed-in comes from PV first, then
 * from the battery; charge comes from PV first, then from the grid; the rest serves the house. So the battery passes as
 * little as possible between grid and grid. `unexplained` is feed-in and charge without a source: meters disagree.
 */
function attribute<Q>(
  { pv, import: drawn, feedIn, charge, discharge }: Exchange,
  unit: (value: number) => Q,
) {
  const pvToGrid = Math.min(feedIn, pv)
  const batteryToGrid = Math.min(feedIn - pvToGrid, discharge)
  const pvToBattery = Math.min(charge, pv - pvToGrid)
  const gridToBattery = Math.min(charge - pvToBattery, drawn)
  const flows: FlowsIn<Q> = {
    pvToHouse: unit(pv - pvToGrid - pvToBattery),
    pvToBattery: unit(pvToBattery),
    pvToGrid: unit(pvToGrid),
    batteryToHouse: unit(discharge - batteryToGrid),
    batteryToGrid: unit(batteryToGrid),
    gridToHouse: unit(drawn - gridToBattery),
    gridToBattery: unit(gridToBattery),
  }
  return {
    flows,
    unexplained: unit(feedIn - pvToGrid - batteryToGrid + (charge - pvToBattery - gridToBattery)),
  }
}

/** Adds flows of two sources, destination by destination. */
export function addFlows<Q extends number>(
  a: FlowsIn<Q>,
  b: FlowsIn<Q>,
  unit: (value: number) => Q,
): FlowsIn<Q> {
  return {
    pvToHouse: unit(a.pvToHouse + b.pvToHouse),
    pvToBattery: unit(a.pvToBattery + b.pvToBattery),
    pvToGrid: unit(a.pvToGrid + b.pvToGrid),
    batteryToHouse: unit(a.batteryToHouse + b.batteryToHouse),
    batteryToGrid: unit(a.batteryToGrid + b.batteryToGrid),
    gridToHouse: unit(a.gridToHouse + b.gridToHouse),
    gridToBattery: unit(a.gridToBattery + b.gridToBattery),
  }
}

/** Attributes measured powers to flows; null if a power is unknown. */
export function attributeFlows({ pv, battery, grid }: Powers): Flows | null {
  if (pv === null || battery === null || grid === null) return null
  return attribute(
    {
      pv: Math.max(0, pv),
      import: Math.max(0, grid),
      feedIn: Math.max(0, -grid),
      charge: Math.max(0, -battery),
      discharge: Math.max(0, battery),
    },
    watts,
  ).flows
}

/** Attributes the counted energies of an interval to flows; null if an energy is unknown or negative. */
export function attributeEnergies(e: DayEnergies) {
  if (e.pv === null || e.import === null || e.feedIn === null || e.charge === null || e.discharge === null)
    return null
  const { pv, import: drawn, feedIn, charge, discharge } = e
  if (Math.min(pv, drawn, feedIn, charge, discharge) < 0) return null
  return attribute({ pv, import: drawn, feedIn, charge, discharge }, wattHours)
}

/** True if a flow is worth drawing. */
export const flowing = (power: Watts) => power >= IDLE_W
