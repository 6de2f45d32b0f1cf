import { dayAfter, dayOf, startOfDay } from '../time/days.ts'
import { batteryFlow } from '../units/power.ts'
import { type Percent, type WattHours, type Watts, wattHours } from '../units/units.ts'

/** When a battery will be full or empty, and the energy its cells gain or lose until then. */
export type Estimate = { readonly end: 'full' | 'empty'; readonly at: Date; readonly energy: WattHours }

/** Known state of a battery; `at` is when it was measured. */
export type BatteryNow = {
  readonly battery: Watts | null
  readonly capacity: WattHours | null
  readonly soc: Percent | null
  readonly at: Date | null
  readonly timeZone: string
}

const HOUR = 3_600_000
const ROUNDED_TO = 10 * 60_000
const OLD_MS = 5 * 60_000
const SLOWEST_PERCENT_PER_HOUR = 2
/** The sun does not charge at the present slope for longer; in winter it would be full in the middle of the night. */
const LONGEST_CHARGE_MS = 4 * HOUR
/** Any night. A time of day that is nearly a day away would be taken for one that is just coming. */
const LONGEST_DISCHARGE_MS = 18 * HOUR

/**
 * Estimates when the battery is full or empty at the present slope, rounded to 10 minutes. Returns null if the slope
 * is below 2 % per hour, the battery is full only in more than four hours, or empty only in more than 18 or after noon of the
 * next day, the values are older than 5 minutes, or one is unknown.
 */
export function estimate({ battery, capacity, soc, at, timeZone }: BatteryNow, now: Date): Estimate | null {
  if (battery === null || !capacity || soc === null || at === null) return null
  const flow = batteryFlow(battery)
  if (now.getTime() - at.getTime() > OLD_MS || flow === 'idle') return null
  const slope = (-battery / capacity) * 100
  const missing = flow === 'charges' ? 100 - soc : -soc
  if (Math.abs(slope) < SLOWEST_PERCENT_PER_HOUR || missing === 0) return null
  const end = at.getTime() + (missing / slope) * HOUR
  const noon = startOfDay(dayAfter(dayOf(now, timeZone)), timeZone).getTime() + 12 * HOUR
  const latest = now.getTime() + (flow === 'charges' ? LONGEST_CHARGE_MS : LONGEST_DISCHARGE_MS)
  if (end > Math.min(latest, noon)) return null
  return {
    end: flow === 'charges' ? 'full' : 'empty',
    at: new Date(Math.round(end / ROUNDED_TO) * ROUNDED_TO),
    energy: wattHours((Math.abs(missing) / 100) * capacity),
  }
}
