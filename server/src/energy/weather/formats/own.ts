import * as z from 'zod/mini'
import { type IssuedWeather, malformed, parseJson } from '../issued.ts'
import type { Format } from './format.ts'

const MINUTE_MS = 60_000
const MAX_BYTES = 512 * 1024
const MAX_STEPS = 16 * 96

const values = z.array(z.nullable(z.number())).check(z.maxLength(MAX_STEPS))
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text)),
)
const file = z.object({
  issued_at: instant,
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  start: instant,
  step_minutes: z.union([z.literal(15), z.literal(60)]),
  irradiance: values.check(z.minLength(1)),
  cloud: z.optional(values),
  temperature: z.optional(values),
  gust: z.optional(values),
})

/** The JSON of docs/operating/weather.md, from a file or an HTTP address with `{latitude}` and `{longitude}` in it. */
export const own: Format = {
  async fetch({ base = '', place, get }) {
    const address = base
      .replaceAll('{latitude}', String(place.latitude))
      .replaceAll('{longitude}', String(place.longitude))
    return read(parseJson(await get(new URL(address), MAX_BYTES)))
  },
}

function read(json: unknown): IssuedWeather {
  const { data, error } = file.safeParse(json)
  if (!data) throw malformed(error.message)
  const { irradiance, cloud, temperature, gust, latitude, longitude } = data
  const stepMs = data.step_minutes * MINUTE_MS
  if (data.start.getTime() % stepMs !== 0) throw malformed('start is within a step')
  const unknown = irradiance.map(() => null)
  return {
    issuedAt: data.issued_at,
    place: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    ...{ start: data.start, stepMs, irradiance },
    cloud: cloud ?? unknown,
    temperature: temperature ?? unknown,
    gust: gust ?? unknown,
  }
}
