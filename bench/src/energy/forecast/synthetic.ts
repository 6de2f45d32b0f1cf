import type { History } from '@kellersonne/core/energy/forecast/days'
import { lineThrough } from '@kellersonne/core/energy/forecast/regression'
import { clearSky, dayOfYear } from '@kellersonne/core/energy/forecast/sun/clear-sky'
import { placeOf } from '@kellersonne/core/energy/forecast/sun/zone-places'
import type { Weather } from '@kellersonne/core/energy/forecast/weather'
import { type Day, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { seeded } from '../../lib/random.ts'

const HOUR_MS = 3_600_000
const QUARTERS = 4
const AROUND_DAYS = 30
const LEAST_SKY = 15
const CLEAREST = 1.2
const SEED = 11

/** How much a provider errs: standard deviations of a day's and of an hour's clearness. */
export type Noise = { readonly day: number; readonly hour: number }

/** Normally distributed numbers, by Box and Muller. */
function normal(random: () => number) {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * Makes weather of another plant of the same town: the clearness of each hour, relative to that plant's clear days in the
 * month around, with noise. Forecasts of past days are the same as those of days ahead, as issued.
 */
export function weatherOf(history: History, days: readonly Day[], timeZone: string, noise: Noise) {
  const [first] = days
  if (first === undefined) return null
  const sky = clearSky(placeOf(timeZone, first))
  const start = startOfDay(first, timeZone)
  const hours = new Map<number, { power: number; sky: number; hour: number; day: number }>()
  days.forEach((day, d) => {
    const from = startOfDay(day, timeZone).getTime()
    const powers = history.get(day) ?? []
    for (let i = 0; i + QUARTERS <= powers.length; i += QUARTERS) {
      const at = from + i * QUARTER_MS
      const slot = (at / QUARTER_MS) % 96
      const values = powers.slice(i, i + QUARTERS).filter((power) => power !== null)
      if (values.length < QUARTERS) continue
      const irradiance =
        [0, 1, 2, 3].reduce((sum, k) => sum + (sky(dayOfYear(day))[(slot + k) % 96] ?? 0), 0) / 4
      const power = values.reduce((sum, one) => sum + one, 0) / QUARTERS
      hours.set((at - start.getTime()) / HOUR_MS, {
        power,
        sky: irradiance,
        hour: Math.floor(slot / 4),
        day: d,
      })
    }
  })
  const clear = clearOf([...hours.values()], days.length)
  const random = normal(seeded(SEED))
  const errors = days.map(() => noise.day * random())
  const length = Math.max(0, ...hours.keys()) + 1
  const irradiance = Array.from({ length }, (_, i): number | null => {
    const found = hours.get(i)
    if (!found) return null
    const best = clear(found.day, found.hour)
    if (found.sky <= LEAST_SKY || best === null) return found.sky
    const share = found.power / found.sky / best + (errors[found.day] ?? 0) + noise.hour * random()
    return found.sky * Math.min(CLEAREST, Math.max(0, share))
  })
  return (issued: Date): { readonly weather: Weather } => ({
    weather: { issuedAt: issued, start, stepMs: HOUR_MS, irradiance, temperature: [] },
  })
}

/** 95th percentile of power per irradiance in an hour of the days around. */
function clearOf(all: readonly { power: number; sky: number; hour: number; day: number }[], count: number) {
  const byHour = Map.groupBy(
    all.filter(({ sky }) => sky > LEAST_SKY),
    ({ hour }) => hour,
  )
  const known = new Map<string, number | null>()
  return (day: number, hour: number) => {
    const key = `${Math.min(count, day)} ${hour}`
    const before = known.get(key)
    if (before !== undefined) return before
    const ratios = (byHour.get(hour) ?? [])
      .filter((one) => Math.abs(one.day - day) <= AROUND_DAYS)
      .map(({ power, sky }) => power / sky)
      .toSorted((a, b) => a - b)
    const found = ratios.length < 10 ? null : (ratios[Math.floor(0.95 * ratios.length)] ?? null)
    known.set(key, found !== null && found > 0 ? found : null)
    return known.get(key) ?? null
  }
}

/** Correlation of daily energies with the weather's daily sums relative to the clear sky: how good a provider is. */
export function correlationOf(history: History, weather: Weather, timeZone: string): number {
  const sky = clearSky(placeOf(timeZone, dayOf(weather.start, timeZone)))
  const pairs = [...history].flatMap(([day, quarters]) => {
    const known = quarters.filter((power) => power !== null)
    const first = (startOfDay(day, timeZone).getTime() - weather.start.getTime()) / HOUR_MS
    const hours = weather.irradiance
      .slice(Math.max(0, first), Math.max(0, first + 24))
      .filter((one) => one !== null)
    const clear = sky(dayOfYear(day)).reduce((sum, one) => sum + one, 0)
    if (known.length < 90 || hours.length < 24) return []
    const energy = known.reduce((sum, power) => sum + power, 0)
    return [[energy / clear, hours.reduce((sum, one) => sum + one, 0) / clear] as const]
  })
  return lineThrough(pairs).correlation
}
