import type { WattHours } from '../units/units.ts'

/** Energies of today so far in the system's time zone, from its counters. */
export type DayEnergies = {
  readonly pv: WattHours | null
  readonly import: WattHours | null
  readonly feedIn: WattHours | null
  readonly charge: WattHours | null
  readonly discharge: WattHours | null
}

/** Returns the house's consumption of the day: inflow minus outflow, at least 0. null if a part is unknown. */
export function houseEnergy(day: DayEnergies): WattHours | null {
  const { pv, import: drawn, feedIn, charge, discharge } = day
  if (pv === null || drawn === null || feedIn === null || charge === null || discharge === null) return null
  return Math.max(0, pv + drawn + discharge - feedIn - charge) as WattHours
}
