import type { CounterName, Counters } from '@kellersonne/core/telemetry/readings'
import { known, type WattHours } from '@kellersonne/core/units/units'
import type { Series } from './series.ts'

/** A time (ms) over which energies are known only as a whole; null = a counter without a gap of just this time. */
export type EnergyGap = { readonly from: number; readonly until: number; readonly energies: Counters }

/** Returns the gaps of a series whose time lies in `from` ≤ t ≤ `until` (ms). */
export const gapsWithin = (series: Pick<Series, 'gaps'>, from: number, until: number): EnergyGap[] =>
  gapsTouching(series).filter((gap) => gap.from >= from && gap.until <= until)

/** Returns all gaps that touch a series. Counters reported together share one. */
export function gapsTouching({ gaps }: Pick<Series, 'gaps'>): EnergyGap[] {
  return [...Map.groupBy(gaps, (gap) => `${gap.from} ${gap.until}`).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const energy = (counter: CounterName) => {
      const gap = same.find((one) => one.counter === counter)
      return known<WattHours>(gap ? gap.after - gap.before : null)
    }
    return [
      {
        ...{ from: first.from, until: first.until },
        energies: {
          pv: energy('pv'),
          import: energy('import'),
          feedIn: energy('feedIn'),
          charge: energy('charge'),
          discharge: energy('discharge'),
        },
      },
    ]
  })
}
