import { type Watts, watts } from './units.ts'

/**
 * The three powers a unit measures. Their signs are defined only here.
 * grid: positive while the house draws from the grid, negative while it feeds in.
 * battery: negative while it charges, positive while it discharges.
 * pv: never negative. null = not known.
 */
export type Powers = {
  readonly grid: Watts | null
  readonly pv: Watts | null
  readonly battery: Watts | null
}

/** Flows below this count as none: meters never read exactly zero. */
export const IDLE_W = 5

/** Returns the house's consumption: the sum of grid, PV and battery. null if one of them is unknown. */
export const houseLoad = ({ grid, pv, battery }: Powers): Watts | null =>
  grid === null || pv === null || battery === null ? null : watts(grid + pv + battery)

export type GridFlow = 'draws' | 'feeds' | 'idle'
export const gridFlow = (grid: Watts): GridFlow =>
  grid >= IDLE_W ? 'draws' : grid <= -IDLE_W ? 'feeds' : 'idle'

export type BatteryFlow = 'charges' | 'discharges' | 'idle'
export const batteryFlow = (battery: Watts): BatteryFlow =>
  battery <= -IDLE_W ? 'charges' : battery >= IDLE_W ? 'discharges' : 'idle'
