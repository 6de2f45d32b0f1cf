import type { Known, WeatherUse } from '../forecast.ts'
import { lineThrough } from '../regression.ts'
import { sunTarget } from './issue.ts'
import { type WeatherGrid, weatherGrid } from './like-weather.ts'
import type { SunPast } from './sun-past.ts'

const DAY_MS = 86_400_000
const STEPS = new Set([900_000, 3_600_000])
/** W/m²; more than the sun gives above the atmosphere. */
const MOST = 1500
/** A provider whose days have less in common with those measured than this is one of another place. */
const LEAST_CORRELATION = 0.15
const FEWEST_DAYS = 10
const COMPARED_DAYS = 60
const FEWEST_COMPARED = 20

/** Arranges weather if it can be used, and says what became of it. */
export function usableWeather(
  { weather, now }: Known,
  past: SunPast,
  count: number,
): { readonly grid: WeatherGrid | null; readonly use: WeatherUse } {
  if (!weather) return { grid: null, use: 'none' }
  if (
    !STEPS.has(weather.stepMs) ||
    weather.irradiance.some((one) => one !== null && !(one >= -5 && one <= MOST))
  )
    return { grid: null, use: 'implausible' }
  const at = past.days.length - 1
  const targets = [...past.days.keys(), ...Array.from({ length: count }, (_, i) => at + 1 + i)].map((day) => {
    const { grid, ofYear } = sunTarget(past, day < past.days.length ? day : at, Math.max(0, day - at))
    return { ...grid, ofYear }
  })
  const grid = weatherGrid(past, weather, targets)
  const isOld =
    now.getTime() - weather.issuedAt.getTime() > DAY_MS || Number.isNaN(grid.day[at] ?? Number.NaN)
  if (isOld) return { grid: null, use: 'old' }
  const pairs = Array.from({ length: Math.min(COMPARED_DAYS, at) }, (_, i) => at - 1 - i).flatMap((day) => {
    const [measured = Number.NaN, forecast = Number.NaN] = [past.clearness[day], grid.day[day]]
    return Number.isNaN(measured + forecast) || past.usable[day] !== 1 ? [] : [[measured, forecast] as const]
  })
  if (pairs.length < FEWEST_DAYS) return { grid: null, use: 'learning' }
  if (pairs.length >= FEWEST_COMPARED && !(lineThrough(pairs).correlation >= LEAST_CORRELATION))
    return { grid: null, use: 'implausible' }
  return { grid, use: 'used' }
}
