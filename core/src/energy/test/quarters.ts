import { wattHours } from '../../units/units.ts'
import type { QuarterEnergies } from '../balance.ts'

/** Builds a quarter's energies in Wh: 0 if not given, except the house's, which are then unknown. */
export const quarter = (
  given: Partial<Record<keyof QuarterEnergies, number | null>> = {},
): QuarterEnergies => {
  const of = (name: keyof QuarterEnergies, unless: number | null) => {
    const value = name in given ? (given[name] ?? null) : unless
    return value === null ? null : wattHours(value)
  }
  return {
    pv: of('pv', 0),
    import: of('import', 0),
    feedIn: of('feedIn', 0),
    charge: of('charge', 0),
    discharge: of('discharge', 0),
    house: of('house', null),
  }
}

export const noon = quarter({ pv: 1200, feedIn: 300, charge: 700 })
export const evening = quarter({ discharge: 150, import: 50 })
export const night = quarter({ import: 300, charge: 200 })
