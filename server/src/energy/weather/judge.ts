import type { Place } from '@kellersonne/core/systems/place'
import { hourly, type IssuedWeather, WeatherFault } from './issued.ts'

const HOUR_MS = 3_600_000
const MAX_AGE_MS = 24 * HOUR_MS
/** A clock may be a few minutes fast. */
const FAST_MS = 10 * 60_000
/** Providers answer for the middle of their own cells. */
const NEAR = { latitude: 0.5, longitude: 0.75 }
const MAX_HOURS = 16 * 24
const FEWEST_HOURS_AHEAD = 6
/** No sky lets through more than the sun sends above it, 1361 W/m², and clouds at its edge reflect. */
const LIMITS = {
  irradiance: { min: 0, max: 1500 },
  cloud: { min: 0, max: 100 },
  temperature: { min: -70, max: 60 },
  // The strongest gust ever measured, on Barrow Island in 1996, had 113 m/s.
  gust: { min: 0, max: 120 },
} as const
/** A few values that cannot be are dropped; more of them make the whole answer doubtful. */
const MOST_IMPLAUSIBLE = 0.1

/** Weather by the hour as it is kept: plausible values only. */
export type HourlyWeather = Omit<IssuedWeather, 'place' | 'stepMs'> & {
  /** How many values were left out because they cannot be. */
  readonly implausible: number
}

type Values = IssuedWeather['irradiance']

function within(values: Values, { min, max }: { readonly min: number; readonly max: number }): Values {
  return values.map((value) => (value !== null && value >= min && value <= max ? value : null))
}
const known = (values: Values) => values.filter((value) => value !== null).length

function requirePlace({ place }: IssuedWeather, asked: Place) {
  if (place === null) return
  const east = Math.abs(place.longitude - asked.longitude)
  const isNear =
    Math.abs(place.latitude - asked.latitude) <= NEAR.latitude && Math.min(east, 360 - east) <= NEAR.longitude
  if (!isNear) throw new WeatherFault('wrong_place', `weather of ${place.latitude} ${place.longitude}`)
}

function requireTime({ issuedAt, start, irradiance }: IssuedWeather, now: Date) {
  const age = now.getTime() - issuedAt.getTime()
  if (age > MAX_AGE_MS) throw new WeatherFault('old', `issued ${issuedAt.toISOString()}`)
  const end = start.getTime() + irradiance.length * HOUR_MS
  const isOfNow =
    age >= -FAST_MS &&
    start.getTime() >= now.getTime() - 2 * MAX_AGE_MS &&
    start.getTime() <= now.getTime() + MAX_AGE_MS &&
    end >= now.getTime() + FEWEST_HOURS_AHEAD * HOUR_MS
  if (!isOfNow) throw new WeatherFault('wrong_time', `of ${start.toISOString()}`)
}

/** Returns what can be believed of an answer about a place, by the hour. Throws `WeatherFault` if that is too little. */
export function judgeWeather(issued: IssuedWeather, asked: Place, now: Date): HourlyWeather {
  requirePlace(issued, asked)
  const all = hourly(issued)
  const { issuedAt, start } = all
  requireTime(all, now)
  const first = <V>(values: readonly V[]) => values.slice(0, MAX_HOURS)
  const irradiance = first(within(all.irradiance, LIMITS.irradiance))
  const cloud = first(within(all.cloud, LIMITS.cloud))
  const temperature = first(within(all.temperature, LIMITS.temperature))
  const gust = first(within(all.gust, LIMITS.gust))
  const read = [all.irradiance, all.cloud, all.temperature, all.gust].map((values) => known(first(values)))
  const kept = [irradiance, cloud, temperature, gust].map(known)
  const implausible = read.map((count, i) => count - (kept[i] ?? 0))
  if (kept[0] === 0 || (implausible[0] ?? 0) > MOST_IMPLAUSIBLE * (read[0] ?? 0))
    throw new WeatherFault('implausible', `${implausible[0]} of ${read[0]} values`)
  return {
    issuedAt,
    start,
    irradiance,
    cloud,
    temperature,
    gust,
    implausible: implausible.reduce((a, b) => a + b, 0),
  }
}
