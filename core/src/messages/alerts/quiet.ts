import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay, timeOfDay } from '../../time/days.ts'

const FROM = '22:00'
const UNTIL = '07:00'

function isQuiet(at: Date, timeZone: string): boolean {
  const time = timeOfDay(at, timeZone)
  return time >= FROM || time < UNTIL
}

/**
 * Returns the end of the quiet hours, 22:00 to 7:00 on the clocks of a zone; null if none are now. Goes by quarters, at
 * whose starts alone clocks change. Throws `RangeError` for an unknown zone.
 */
export function quietUntil(now: Date, timeZone: string): Date | null {
  if (!isQuiet(now, timeZone)) return null
  let at = quarterOf(now)
  while (isQuiet(at, timeZone)) at = new Date(at.getTime() + QUARTER_MS)
  return at
}

/** Returns `quietUntil` of one instant for any zone, computed once for each: an owner may have thousands of alerts that wait. */
export function quietAt(now: Date): (timeZone: string) => Date | null {
  const ends = new Map<string, Date | null>()
  return (timeZone) => {
    const known = ends.get(timeZone)
    if (known !== undefined) return known
    const end = quietUntil(now, timeZone)
    ends.set(timeZone, end)
    return end
  }
}

/** For how long an alert can be muted; `always` is a setting and not one alert's. */
export const mutes = ['hour', 'tomorrow', 'resolved', 'always'] as const
export type Mute = (typeof mutes)[number]

/** The end of a mute that lasts as long as its cause. */
export const RESOLVED = new Date(Date.UTC(9999, 0, 1))

/** Returns until when a mute lasts that begins now; tomorrow begins with the end of its quiet hours. */
export function mutedUntil(mute: Exclude<Mute, 'always'>, now: Date, timeZone: string): Date {
  if (mute === 'hour') return new Date(now.getTime() + 3_600_000)
  if (mute === 'resolved') return RESOLVED
  const tomorrow = startOfDay(dayAfter(dayOf(now, timeZone)), timeZone)
  return quietUntil(tomorrow, timeZone) ?? tomorrow
}
