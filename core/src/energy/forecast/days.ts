import { type Day, dayAfter, QUARTER_MS, startOfDay, zoneOffset } from '../../time/days.ts'
import type { Watts } from '../../units/units.ts'

/**
 * Mean power of each quarter of a day in the system's time zone; null = not measured. 96 entries, 88 to 108 if the
 * clocks change; missing entries at the end count as not measured.
 */
export type Quarters = readonly (Watts | null)[]

/** Measured quarters by day. */
export type History = ReadonlyMap<Day, Quarters>

/** Mean power by slot of the day: 96 slots, whatever the clocks do. */
export type Slots = readonly (Watts | null)[]

export const SLOTS = 96
const SLOT_MINUTES = QUARTER_MS / 60_000

/** Which clock aligns the quarters of different days: PV follows the sun, people follow the wall clock. */
export type Clock = 'sun' | 'wall'

/** Returns the number of quarters in a day. */
export const quartersIn = (day: Day, timeZone: string) =>
  (startOfDay(dayAfter(day), timeZone).getTime() - startOfDay(day, timeZone).getTime()) / QUARTER_MS

/** Returns the slot of each quarter of a day, by the sun (that is, by UTC) or by the wall clock. */
export function slotsOf(day: Day, timeZone: string, clock: Clock): readonly number[] {
  const count = quartersIn(day, timeZone)
  const start = startOfDay(day, timeZone).getTime() / QUARTER_MS
  const changes = count !== SLOTS
  const ahead = (quarter: number) =>
    clock === 'sun' ? 0 : zoneOffset(new Date(quarter * QUARTER_MS), timeZone) / SLOT_MINUTES
  const steady = ahead(start)
  return Array.from({ length: count }, (_, i) => {
    const slot = start + i + (changes ? ahead(start + i) : steady)
    return ((slot % SLOTS) + SLOTS) % SLOTS
  })
}

/** Arranges a day's quarters by slot; if several share one, the first measured one counts. */
export function bySlot(quarters: Quarters, slots: readonly number[]): Slots {
  const found = Array.from({ length: SLOTS }, (): Watts | null => null)
  slots.forEach((slot, i) => {
    found[slot] ??= quarters[i] ?? null
  })
  return found
}

/** True on Saturdays and Sundays. */
export const isWeekend = (day: Day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
