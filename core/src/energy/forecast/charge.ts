import { QUARTER_MS } from '../../time/days.ts'
import { type Percent, percent, type WattHours, type Watts, watts } from '../../units/units.ts'
import type { DayCourse } from './forecast.ts'

/** State of a battery at `now`, and the PV and load forecasts: today first, the same days in both. */
export type Outlook = {
  readonly now: Date
  readonly soc: Percent | null
  readonly capacity: WattHours | null
  readonly pv: readonly DayCourse[]
  readonly load: readonly DayCourse[]
  /** Maximum charge and discharge power of the unit, both positive; null = not known, so unlimited. */
  readonly limits?: { readonly charge: Watts | null; readonly discharge: Watts | null }
  /** Share of the energy that survives each way, where the system's own is known. */
  readonly efficiency?: number
  /** State of charge below which the house is not supplied, where it is known. */
  readonly reserve?: Percent
}

/** One quarter, or the rest of one, of the expected state of charge. Signs as in power.ts. */
export type SocStep = {
  readonly from: Date
  readonly until: Date
  readonly pv: Watts
  readonly load: Watts
  /** Negative while charging, positive while discharging. */
  readonly battery: Watts
  /** What the cells gain (negative: lose), after losses and the unit's own consumption. */
  readonly gain: Watts
  /** At `from` and at `until`. */
  readonly soc: readonly [Percent, Percent]
}

/**
 * A unit's own consumption from its cells, in W, and the share of energy that survives each way: what HTW Berlin
 * requires of a good unit in its Stromspeicher-Inspektion 2019 (less than 5 W in stand-by, 95 % charging and
 * discharging).
 */
export const OWN_W = 5
export const EFFICIENCY = 0.95
/** In percent; below it a unit does not supply the house, so that an ordinary night does not reach 0 %. */
export const RESERVE_PERCENT = 1
const HOUR_MS = 3_600_000

/**
 * Returns the expected state of charge from now to the first unknown quarter; null without a state of charge or
 * capacity.
 */
export function socForecast(outlook: Outlook): readonly SocStep[] | null {
  const { now, soc, capacity, efficiency = EFFICIENCY } = outlook
  if (soc === null || !capacity) return null
  const steps: SocStep[] = []
  let energy = (soc / 100) * capacity
  for (const { at, pv, load } of quartersFrom(outlook)) {
    if (pv === null || load === null) break
    const from = new Date(Math.max(at, now.getTime()))
    const until = new Date(at + QUARTER_MS)
    const hours = (until.getTime() - from.getTime()) / HOUR_MS
    const battery = batteryPower(outlook, capacity, energy, pv - load, hours)
    const gain = (battery < 0 ? -battery * efficiency : -battery / efficiency) - OWN_W
    const before = energy
    energy = Math.min(capacity, Math.max(0, energy + gain * hours))
    const share = (part: number) => percent((100 * part) / capacity)
    steps.push({
      from,
      until,
      pv,
      load,
      battery: watts(battery),
      gain: watts(gain),
      soc: [share(before), share(energy)],
    })
  }
  return steps
}

/** Lists expected PV and load of each quarter that is not over. */
function quartersFrom({ now, pv, load }: Outlook) {
  return pv.flatMap(({ start, quarters }, d) => {
    const house = load[d]?.start.getTime() === start.getTime() ? load[d].quarters : []
    return quarters
      .map((power, i) => ({ at: start.getTime() + i * QUARTER_MS, pv: power, load: house[i] ?? null }))
      .filter(({ at }) => at + QUARTER_MS > now.getTime())
  })
}

/**
 * Returns the mean power in W over `hours` of a battery holding `energy` Wh: negative to take a surplus, else
 * positive.
 */
function batteryPower(
  { limits, efficiency = EFFICIENCY, reserve = percent(RESERVE_PERCENT) }: Outlook,
  capacity: number,
  energy: number,
  surplus: number,
  hours: number,
) {
  if (surplus >= 0) {
    const room = (capacity - energy) / (efficiency * hours)
    return 0 - Math.min(surplus, room, limits?.charge ?? surplus)
  }
  const given = (Math.max(0, energy - (reserve / 100) * capacity) * efficiency) / hours
  return Math.min(-surplus, given, limits?.discharge ?? -surplus)
}
