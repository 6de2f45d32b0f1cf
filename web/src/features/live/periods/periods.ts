import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import { known, sum, type WattHours } from '@kellersonne/core/units/units'

/** The energies of a month or a year so far; null = not known. */
export type PeriodEnergies = {
  readonly pv: WattHours | null
  readonly house: WattHours | null
  readonly import: WattHours | null
  readonly feedIn: WattHours | null
}
export const energyNames = ['pv', 'house', 'import', 'feedIn'] as const satisfies (keyof PeriodEnergies)[]

/** What each step brought, summed. */
export function energiesOf({ energies, series }: GraphData): PeriodEnergies {
  const summed = (values: readonly (number | null)[] = []) =>
    sum(values.map((value) => known<WattHours>(value)))
  return {
    pv: summed(energies?.pv),
    house: summed(series.get('load')?.values),
    import: summed(energies?.import),
    feedIn: summed(energies?.feedIn),
  }
}
