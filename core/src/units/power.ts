import { type Watts, watts } from './units.ts'

/**
 * The three powers a unit measures; the only home of their signs.
 * grid: above zero the house draws from the grid, below zero it feeds in.
 * battery: below zero it charges, above zero it discharges.
 * pv: never below zero. null = not known.
 */
export type Powers = {
  readonly grid: Watts | null
  readonly pv: Watts | null
  readonly battery: Watts | null
}

/** Below this a flow counts as none: meters are never quite still. */
export const IDLE_W = 5

/** What the house draws: what comes from grid, sun and battery. null where one of them is not known. */
export const houseLoad = ({ grid, pv, battery }: Powers): Watts | null =>
  grid === null || pv === null || battery === null ? null : watts(grid + pv + battery)

export type GridFlow = 'draws' | 'feeds' | 'idle'
export const gridFlow = (grid: Watts): GridFlow =>
  grid >= IDLE_W ? 'draws' : grid <= -IDLE_W ? 'feeds' : 'idle'

export type BatteryFlow = 'charges' | 'discharges' | 'idle'
export const batteryFlow = (battery: Watts): BatteryFlow =>
  battery <= -IDLE_W ? 'charges' : battery >= IDLE_W ? 'discharges' : 'idle'
