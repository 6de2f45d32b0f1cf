import { houseLoad, IDLE_W, type Powers } from '../units/power.ts'
import { type Watts, watts } from '../units/units.ts'

/** Power by source and destination, never negative. */
export type Flows = {
  readonly pvToHouse: Watts
  readonly pvToBattery: Watts
  readonly pvToGrid: Watts
  readonly batteryToHouse: Watts
  readonly batteryToGrid: Watts
  readonly gridToHouse: Watts
  readonly gridToBattery: Watts
}
export type FlowName = keyof Flows

/**
 * Attributes measured powers to flows: PV serves the house first, then the battery, then the grid; battery discharge
 * serves the house before the grid; the grid supplies the rest. Inflow equals outflow. Returns null if a power is
 * unknown.
 */
export function attributeFlows(powers: Powers): Flows | null {
  const load = houseLoad(powers)
  if (load === null || powers.pv === null || powers.battery === null || powers.grid === null) return null
  const pv = Math.max(0, powers.pv)
  const charge = Math.max(0, -powers.battery)
  const discharge = Math.max(0, powers.battery)
  const feedIn = Math.max(0, -powers.grid)

  const house = Math.max(0, load)
  const pvToHouse = Math.min(pv, house)
  const pvToBattery = Math.min(pv - pvToHouse, charge)
  const pvToGrid = Math.min(pv - pvToHouse - pvToBattery, feedIn)
  const batteryToHouse = Math.min(discharge, house - pvToHouse)
  const batteryToGrid = Math.min(discharge - batteryToHouse, feedIn - pvToGrid)
  const gridToHouse = house - pvToHouse - batteryToHouse
  const gridToBattery = charge - pvToBattery
  return {
    pvToHouse: watts(pvToHouse),
    pvToBattery: watts(pvToBattery),
    pvToGrid: watts(pvToGrid),
    batteryToHouse: watts(batteryToHouse),
    batteryToGrid: watts(batteryToGrid),
    gridToHouse: watts(gridToHouse),
    gridToBattery: watts(gridToBattery),
  }
}

/** True if a flow is worth drawing. */
export const flowing = (power: Watts) => power >= IDLE_W
