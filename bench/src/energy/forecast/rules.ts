import {
  bySlot,
  type Clock,
  type History,
  type Quarters,
  slotsOf,
} from '@kellersonne/core/energy/forecast/days'
import { type Day, dayAfter } from '@kellersonne/core/time/days'

const WEEK = 7
const FEWEST_OF_WEEK = 4
const BAND_DAYS = 30
const FEWEST_OF_BAND = 10

/** Quarters of days as slots of a clock; remembered, since each day is looked at many times. */
export function slotted(history: History, timeZone: string, clock: Clock) {
  const known = new Map<Day, readonly (number | null)[]>()
  const of = (day: Day) => {
    const found = known.get(day) ?? bySlot(history.get(day) ?? [], slotsOf(day, timeZone, clock))
    known.set(day, found)
    return found
  }
  return {
    /** Returns the slots of the days before one, aligned with its quarters: one list per quarter, yesterday first. */
    before: (issued: Day, day: Day, count: number) => {
      const days = Array.from({ length: count }, (_, i) => of(dayAfter(issued, -1 - i)))
      return slotsOf(day, timeZone, clock).map((slot) => days.map((one) => one[slot] ?? null))
    },
  }
}
type Slotted = ReturnType<typeof slotted>

const isKnown = (power: number | null) => power !== null
const quantile = (sorted: readonly number[], share: number) => {
  const at = share * (sorted.length - 1)
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (at - Math.floor(at)) * (high - low)
}

/** The rules a forecast is compared with: yesterday, the mean of seven days, and quantiles of thirty. */
export function naive(slots: Slotted, issued: Day, day: Day) {
  return slots.before(issued, day, BAND_DAYS).map((powers) => {
    const week = powers.slice(0, WEEK).filter(isKnown)
    const month = powers.filter(isKnown).toSorted((a, b) => a - b)
    return {
      yesterday: powers[0] ?? null,
      week: week.length < FEWEST_OF_WEEK ? null : week.reduce((sum, power) => sum + power, 0) / week.length,
      band:
        month.length < FEWEST_OF_BAND
          ? null
          : { low: quantile(month, 0.1), high: quantile(month, 0.9), most: month.at(-1) ?? 0 },
    }
  })
}

/** Pinball loss of a quantile. */
export const pinball = (share: number, expected: number, actual: number) =>
  actual >= expected ? share * (actual - expected) : (1 - share) * (expected - actual)

/** Cuts off what is not known yet. */
export const until = (quarters: Quarters, passed: number): Quarters => quarters.slice(0, Math.max(0, passed))
