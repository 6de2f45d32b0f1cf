import { QUARTER_MS } from '../time/days.ts'
import { type Percent, percent, type WattHours, type Watts, watts } from '../units/units.ts'
import type { DayForecast } from './forecast.ts'

/** What is known of a battery at `now`, and what is expected of its days: today first, the same ones of both. */
export type Outlook = {
  readonly now: Date
  readonly soc: Percent | null
  readonly capacity: WattHours | null
  readonly pv: readonly DayForecast[]
  readonly load: readonly DayForecast[]
  /** What the unit takes and gives at most, both above zero; null = not known, and not limited. */
  readonly limits?: { readonly charge: Watts | null; readonly discharge: Watts | null }
}

/** One quarter of the expected state of charge, or what is left of it. Signs as in power.ts. */
export type SocStep = {
  readonly from: Date
  readonly until: Date
  readonly pv: Watts
  readonly load: Watts
  /** Below zero it charges, above zero it discharges. */
  readonly battery: Watts
  /** What the cells gain, below zero lose, after losses and the unit's own consumption. */
  readonly gain: Watts
  /** At `from` and at `until`. */
  readonly soc: readonly [Percent, Percent]
}

/** The state of charge is expected to reach 0 %, for want of sun. */
export type BadWeather = {
  readonly emptyAt: Date
  /** When the sun lifts it again; null where that lies beyond the forecast. */
  readonly endsAt: Date | null
  readonly soc: Percent
  readonly capacity: WattHours
  /** What it was concluded from, to the end of the forecast or the first quarter that is not known. */
  readonly steps: readonly SocStep[]
}

/**
 * What a unit takes from its own cells, in W, and the share of energy that survives each way: what HTW Berlin asks
 * of a good one in its Stromspeicher-Inspektion 2019 (less than 5 W in stand-by, 95 % charging and discharging).
 */
export const OWN_W = 5
export const EFFICIENCY = 0.95
/** In percent; below it a unit gives the house nothing, so that an ordinary night does not reach 0 %. */
export const RESERVE_PERCENT = 1
export const OUTLOOK_MS = 48 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * The bad-weather notice: whether the state of charge reaches 0 % within 48 hours, when, and when that ends. Each
 * quarter the battery takes what the sun gives beyond the house, or gives what is missing down to its reserve; the
 * unit's own consumption goes on. null where that does not come, and where state of charge, capacity or the forecast
 * up to then are not known.
 */
export function badWeather(outlook: Outlook): BadWeather | null {
  const { now, soc, capacity } = outlook
  const steps = socForecast(outlook)
  if (steps === null || soc === null || capacity === null) return null
  const last = now.getTime() + OUTLOOK_MS
  for (const [i, step] of steps.entries()) {
    const emptyAt = emptiesAt(step, capacity)
    if (emptyAt === null) continue
    if (emptyAt.getTime() > last) return null
    const endsAt = steps.slice(i).find(({ gain }) => gain > 0)?.from ?? null
    return { emptyAt, endsAt, soc, capacity, steps }
  }
  return null
}

/** The expected state of charge from now on, to the first quarter that is not known. null without a state of charge or a capacity. */
export function socForecast(outlook: Outlook): readonly SocStep[] | null {
  const { now, soc, capacity } = outlook
  if (soc === null || !capacity) return null
  const steps: SocStep[] = []
  let energy = (soc / 100) * capacity
  for (const { at, pv, load } of quartersFrom(outlook)) {
    if (pv === null || load === null) break
    const from = new Date(Math.max(at, now.getTime()))
    const until = new Date(at + QUARTER_MS)
    const hours = (until.getTime() - from.getTime()) / HOUR_MS
    const battery = batteryPower(outlook, capacity, energy, pv - load, hours)
    const gain = (battery < 0 ? -battery * EFFICIENCY : -battery / EFFICIENCY) - OWN_W
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

/** What the sun and the house are expected to do in each quarter that is not over. */
function quartersFrom({ now, pv, load }: Outlook) {
  return pv.flatMap(({ start, quarters }, d) => {
    const house = load[d]?.start.getTime() === start.getTime() ? load[d].quarters : []
    return quarters
      .map((power, i) => ({ at: start.getTime() + i * QUARTER_MS, pv: power, load: house[i] ?? null }))
      .filter(({ at }) => at + QUARTER_MS > now.getTime())
  })
}

/** The mean power in W over `hours` that a battery holding `energy` Wh takes (below zero) of a surplus, or gives. */
function batteryPower({ limits }: Outlook, capacity: number, energy: number, surplus: number, hours: number) {
  if (surplus >= 0) {
    const room = (capacity - energy) / (EFFICIENCY * hours)
    return 0 - Math.min(surplus, room, limits?.charge ?? surplus)
  }
  const reserve = (RESERVE_PERCENT / 100) * capacity
  const given = (Math.max(0, energy - reserve) * EFFICIENCY) / hours
  return Math.min(-surplus, given, limits?.discharge ?? -surplus)
}

/** When the cells are empty in a step, or null where they are not. */
function emptiesAt({ from, soc: [before, after], gain }: SocStep, capacity: WattHours): Date | null {
  if (after > 0) return null
  const hours = gain === 0 ? 0 : ((before / 100) * capacity) / -gain
  return new Date(Math.round(from.getTime() + hours * HOUR_MS))
}
