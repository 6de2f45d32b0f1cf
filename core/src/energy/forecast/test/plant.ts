import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../../../time/days.ts'
import { watts } from '../../../units/units.ts'
import { type Quarters, quartersIn, SLOTS } from '../days.ts'
import { clearSky, dayOfYear } from '../sun/clear-sky.ts'
import { placeOf } from '../sun/zone-places.ts'
import type { Weather } from '../weather.ts'

/** A number from 0 to 1 that depends on the text alone. */
export function chance(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** How clear a day is, 0.15 to 1. */
export const clearnessOn = (day: Day) => 0.15 + 0.85 * chance(`day ${day}`)

/** Quarters of a day, each from its start. */
export const quartersOf = (
  day: Day,
  timeZone: string,
  power: (at: Date, quarter: number) => number | null,
) => {
  const start = startOfDay(day, timeZone).getTime()
  return Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const value = power(new Date(start + i * QUARTER_MS), i)
    return value === null ? null : watts(value)
  })
}

/** Irradiance of the clear sky of a time zone's place at an instant. */
function irradianceAt(at: Date, timeZone: string): number {
  const day = at.toISOString().slice(0, 10) as Day
  const slot = Math.floor((at.getTime() % 86_400_000) / QUARTER_MS) % SLOTS
  return clearSky(placeOf(timeZone, day))(dayOfYear(day))[slot] ?? 0
}

/** Days before and including `last`, each as `of` says. */
export const daysUntil = (last: Day, count: number, of: (day: Day) => Quarters): Map<Day, Quarters> =>
  new Map(
    Array.from({ length: count }, (_, i) => dayAfter(last, i + 1 - count)).map(
      (day) => [day, of(day)] as const,
    ),
  )

/** A plant without shade of 5 W per W/m², on days as clear as `clearness` says. */
export const plantDay =
  (timeZone: string, clearness: (day: Day) => number = clearnessOn, size = 5) =>
  (day: Day) =>
    quartersOf(day, timeZone, (at) => size * clearness(day) * irradianceAt(at, timeZone))

/** Weather by the hour of days that are as clear as `clearness` says. */
export function weatherUntil(
  last: Day,
  count: number,
  timeZone: string,
  issuedAt: Date,
  clearness: (day: Day) => number = clearnessOn,
): Weather {
  const first = dayAfter(last, 1 - count)
  const start = startOfDay(first, timeZone)
  const irradiance = Array.from({ length: count }, (_, i) => dayAfter(first, i)).flatMap((day) => {
    const quarters = quartersIn(day, timeZone)
    const from = startOfDay(day, timeZone).getTime()
    return Array.from({ length: quarters / 4 }, (_, hour) =>
      [0, 1, 2, 3]
        .map((k) => irradianceAt(new Date(from + (4 * hour + k) * QUARTER_MS), timeZone) / 4)
        .reduce((sum, one) => sum + one * clearness(day), 0),
    )
  })
  return { issuedAt, start, stepMs: 3_600_000, irradiance, temperature: [] }
}

/** Sum of a day in Wh; unknown quarters count nothing. */
export const energyOf = (quarters: Quarters) =>
  quarters.reduce<number>((sum, power) => sum + (power ?? 0) / 4, 0)
