import { shapeOf } from '@kellersonne/contract/shared/json-shape'

/** Mean over each step, or its value at the end of each; null = not known. */
type Values = readonly (number | null)[]

/**
 * A weather forecast as a provider issued it, in whichever format: value `i` is of the step that begins `i × stepMs` after
 * `start`. Nothing in it is to be believed yet.
 */
export type IssuedWeather = {
  readonly issuedAt: Date
  /** Degrees; null if the answer does not say of which place it is. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null
  readonly start: Date
  readonly stepMs: number
  /** Global horizontal irradiance, W/m², mean over the step. */
  readonly irradiance: Values
  /** Share of the sky, %. */
  readonly cloud: Values
  /** Air, °C. */
  readonly temperature: Values
  /** Highest gust of the step 10 m above ground, m/s. */
  readonly gust: Values
}

/**
 * Why an answer is not used. `silent`: none came in time; `refused`: an error of the provider's; `redirected`: redirects are
 * not followed; `too_big`; `malformed`: not in the provider's format; `old`: issued more than a day ago; `wrong_place`;
 * `wrong_time`: not about the coming hours; `implausible`: too many values that cannot be.
 */
export const weatherFaults = [
  'silent',
  'refused',
  'redirected',
  'too_big',
  'malformed',
  'old',
  'wrong_place',
  'wrong_time',
  'implausible',
] as const
export type WeatherFaultReason = (typeof weatherFaults)[number]

/** Weather that cannot be used; `retryMs`: how long the provider asks to wait. */
export class WeatherFault extends Error {
  readonly reason: WeatherFaultReason
  readonly retryMs: number | null
  constructor(reason: WeatherFaultReason, message: string, retryMs: number | null = null) {
    super(message)
    this.reason = reason
    this.retryMs = retryMs
  }
}

export const malformed = (message: string) => new WeatherFault('malformed', message)

/** Far deeper than any format; parsing hundreds of thousands of brackets takes 100 ms. */
const MAX_DEPTH = 32

/** Parses JSON, or throws a `WeatherFault`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (shapeOf(bytes).depth > MAX_DEPTH) throw malformed('nested too deeply')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw malformed('not JSON')
  }
}

const HOUR_MS = 3_600_000

/** Returns the hourly means of quarters and the highest of their gusts, from the first whole hour on; hourly values as they are. */
export function hourly(issued: IssuedWeather): IssuedWeather {
  const perHour = HOUR_MS / issued.stepMs
  if (perHour === 1) return issued
  const skipped = Math.ceil((-issued.start.getTime() % HOUR_MS) / issued.stepMs + perHour) % perHour
  const hours = (values: Values, one: (known: readonly number[]) => number) =>
    Array.from({ length: Math.floor((values.length - skipped) / perHour) }, (_, hour) => {
      const known = values
        .slice(skipped + hour * perHour, skipped + (hour + 1) * perHour)
        .filter((value) => value !== null)
      return known.length === 0 ? null : one(known)
    })
  const means = (values: Values) => hours(values, (known) => known.reduce((a, b) => a + b, 0) / known.length)
  return {
    ...issued,
    start: new Date(issued.start.getTime() + skipped * issued.stepMs),
    stepMs: HOUR_MS,
    irradiance: means(issued.irradiance),
    cloud: means(issued.cloud),
    temperature: means(issued.temperature),
    gust: hours(issued.gust, (known) => Math.max(...known)),
  }
}
