import * as z from 'zod/mini'
import { type IssuedWeather, malformed, parseJson } from '../issued.ts'
import type { Format } from './format.ts'

const HOUR_MS = 3_600_000
const MAX_BYTES = 256 * 1024
const MAX_TIMES = 16 * 100
/** Between two times of a day there is at most an hour; what is further apart is the night. */
const NIGHT_MS = 2 * HOUR_MS
/** A kilowatt peak lying flat yields as many watts as there are W/m² on it: that is how modules are rated. */
const FLAT_KWP = '0/0/1'

const answer = z.object({
  result: z.object({
    watt_hours_period: z
      .record(z.iso.datetime({ offset: true }), z.number())
      .check(z.refine((all) => Object.keys(all).length <= MAX_TIMES, { error: 'too_big' })),
  }),
  message: z.object({ info: z.object({ latitude: z.number(), longitude: z.number() }) }),
})

/**
 * Forecast.Solar's estimate, which is of a PV system and not of weather: it is asked for one kilowatt peak that lies flat.
 * What it takes off for losses is the same every day, and learnt with everything else of the roof. It has neither clouds,
 * temperatures nor wind, and does not say when it was issued, so that it counts as issued when it came.
 */
export const forecastSolar: Format = {
  async fetch({ base, key, place: { latitude, longitude }, now, get }) {
    const path = `${key === undefined ? '' : `${encodeURIComponent(key)}/`}estimate/${latitude}/${longitude}/${FLAT_KWP}`
    const url = new URL(path, base ?? 'https://api.forecast.solar/')
    url.searchParams.set('time', 'utc')
    return read(parseJson(await get(url, MAX_BYTES)), now)
  },
}

function read(json: unknown, now: Date): IssuedWeather {
  const { data, error } = answer.safeParse(json)
  if (!data) throw malformed(error.message)
  const periods = Object.entries(data.result.watt_hours_period)
    .map(([time, energy]) => ({ until: Date.parse(time), energy }))
    .toSorted((a, b) => a.until - b.until)
  const [first, last] = [periods[0]?.until ?? 0, periods.at(-1)?.until ?? 0]
  const start = Math.floor(first / HOUR_MS) * HOUR_MS
  const count = Math.ceil((last - start) / HOUR_MS)
  if (count < 1 || count > MAX_TIMES) throw malformed('no times of some days')
  const energies = new Float64Array(count)
  for (const [i, { until, energy }] of periods.entries()) {
    const from = periods[i - 1]?.until ?? until
    if (until > from && until - from <= NIGHT_MS)
      share(energies, (from - start) / HOUR_MS, (until - start) / HOUR_MS, energy)
  }
  const unknown = Array.from(energies, () => null)
  return {
    issuedAt: now,
    place: data.message.info,
    start: new Date(start),
    stepMs: HOUR_MS,
    irradiance: [...energies],
    cloud: unknown,
    temperature: unknown,
    gust: unknown,
  }
}

/** Shares an energy evenly over the hours between two times, in hours. */
function share(energies: Float64Array, from: number, until: number, energy: number) {
  for (let hour = Math.floor(from); hour < until; hour += 1) {
    const part = Math.min(until, hour + 1) - Math.max(from, hour)
    energies[hour] = (energies[hour] ?? 0) + (energy * part) / (until - from)
  }
}
