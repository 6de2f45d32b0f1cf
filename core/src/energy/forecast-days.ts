import { type Day, dayAfter, QUARTER_MS, startOfDay, zoneOffset } from '../time/days.ts'
import type { Watts } from '../units/units.ts'

/**
 * Mean power of each quarter of a system's own day, from its first; null = not measured. 96 of them, 92 or 100
 * where the clocks change; what is missing at the end is not measured.
 */
export type Quarters = readonly (Watts | null)[]

/** What was measured, day by day. */
export type History = ReadonlyMap<Day, Quarters>

/** Mean power by slot of the day: 96 of them, whatever the clocks do. */
export type Slots = readonly (Watts | null)[]

export const SLOTS = 96
const SLOT_MINUTES = QUARTER_MS / 60_000

/** What decides which quarters of two days are alike: the sun does not change its clock, people do. */
export type Clock = 'sun' | 'wall'

/** How many quarters a day has. */
export const quartersIn = (day: Day, timeZone: string) =>
  (startOfDay(dayAfter(day), timeZone).getTime() - startOfDay(day, timeZone).getTime()) / QUARTER_MS

/** The slot of each quarter of a day: its quarter by the sun (that is by UTC), or as it stands on the clocks. */
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

/** A day's quarters by slot: of those that share one, the first that was measured. */
export function bySlot(quarters: Quarters, slots: readonly number[]): Slots {
  const found = Array.from({ length: SLOTS }, (): Watts | null => null)
  slots.forEach((slot, i) => {
    found[slot] ??= quarters[i] ?? null
  })
  return found
}

/** Saturdays and Sundays are alike, and so are the other days; holidays are not known. */
export const isWeekend = (day: Day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
