import * as z from 'zod/mini'
import { type IssuedWeather, malformed, parseJson } from '../issued.ts'
import type { Format } from './format.ts'

const HOUR_MS = 3_600_000
const MAX_BYTES = 512 * 1024
const MAX_STEPS = 16 * 24
/** The most that the runway looks ahead, and today. */
const DAYS = '11'

const values = z.array(z.nullable(z.number())).check(z.maxLength(MAX_STEPS))
const answer = z.object({
  latitude: z.number(),
  longitude: z.number(),
  hourly_units: z.object({
    time: z.literal('unixtime'),
    shortwave_radiation: z.literal('W/m²'),
    cloud_cover: z.literal('%'),
    temperature_2m: z.literal('°C'),
    wind_gusts_10m: z.optional(z.string()),
  }),
  hourly: z.object({
    time: z.array(z.int()).check(z.minLength(2), z.maxLength(MAX_STEPS)),
    shortwave_radiation: values,
    cloud_cover: values,
    temperature_2m: values,
    wind_gusts_10m: z.optional(values),
  }),
})

/**
 * Open-Meteo's forecast API, or a self-hosted server with the same API. Irradiance is the mean of the hour before each time,
 * a gust the highest of it; the answer does not say when it was issued, so that it counts as issued when it came.
 */
export const openMeteo: Format = {
  async fetch({ base, key, place, now, get }) {
    const url = new URL('v1/forecast', base ?? 'https://api.open-meteo.com/')
    const asked = {
      ...{ latitude: String(place.latitude), longitude: String(place.longitude), forecast_days: DAYS },
      hourly: 'shortwave_radiation,cloud_cover,temperature_2m,wind_gusts_10m',
      ...{ timezone: 'GMT', timeformat: 'unixtime', wind_speed_unit: 'ms' },
      ...(key !== undefined && { apikey: key }),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return read(parseJson(await get(url, MAX_BYTES)), now)
  },
}

function read(json: unknown, now: Date): IssuedWeather {
  const { data, error } = answer.safeParse(json)
  if (!data) throw malformed(error.message)
  const { time, shortwave_radiation, cloud_cover, temperature_2m, wind_gusts_10m } = data.hourly
  const [first = 0] = time
  if (time.some((at, i) => at * 1000 !== first * 1000 + i * HOUR_MS)) throw malformed('not every hour')
  return {
    issuedAt: now,
    place: { latitude: data.latitude, longitude: data.longitude },
    start: new Date(first * 1000 - HOUR_MS),
    stepMs: HOUR_MS,
    irradiance: shortwave_radiation,
    cloud: cloud_cover,
    temperature: temperature_2m,
    // Models without gusts, and servers that do not know the parameter of the unit, answer in another one.
    gust: (data.hourly_units.wind_gusts_10m === 'm/s' && wind_gusts_10m) || time.map(() => null),
  }
}
