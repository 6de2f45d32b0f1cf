import { SLOTS } from '../days.ts'
import type { Weather } from '../weather.ts'
import type { LikeDays, SunIssue, Target } from './like-days.ts'
import type { SunPast } from './sun-past.ts'

/** Share of the clear sky that was forecast, by day of `SunPast` and slot, and of days ahead; NaN = not known. */
export type WeatherGrid = { readonly clear: Float32Array; readonly day: Float64Array }

const LEAST_SKY = 15
const CLEAREST = 1.3
const QUARTER_MS = 900_000

/**
 * Arranges weather by day and slot. Within a step the sky stays as clear as it is on average, while the sun moves.
 * `ahead` days follow those of the past.
 */
export function weatherGrid(
  past: SunPast,
  weather: Weather,
  starts: readonly { start: Date; slots: readonly number[]; ofYear: number }[],
): WeatherGrid {
  const clear = new Float32Array(starts.length * SLOTS).fill(Number.NaN)
  const day = new Float64Array(starts.length).fill(Number.NaN)
  const quarters = Math.max(1, Math.round(weather.stepMs / QUARTER_MS))
  const first = weather.start.getTime()
  starts.forEach(({ start, slots, ofYear }, d) => {
    const sky = past.sky(ofYear)
    let [sum, all] = [0, 0]
    slots.forEach((slot, i) => {
      const at = start.getTime() + i * QUARTER_MS
      const step = Math.floor((at - first) / weather.stepMs)
      const irradiance = weather.irradiance[step] ?? null
      if (irradiance === null || step < 0) return
      const into = Math.round((at - first - step * weather.stepMs) / QUARTER_MS)
      let expected = 0
      for (let k = 0; k < quarters; k += 1)
        expected += sky[(((slot - into + k) % SLOTS) + SLOTS) % SLOTS] ?? 0
      expected /= quarters
      const now = sky[slot] ?? 0
      if (expected <= LEAST_SKY) return
      const share = Math.min(CLEAREST, Math.max(0, irradiance / expected))
      clear[d * SLOTS + slot] = share
      sum += share * now
      all += now
    })
    if (all > 0) day[d] = sum / all
  })
  return { clear, day }
}

/** The weather of a day that is forecast, beside that of like days. */
export type TargetWeather = {
  readonly grid: WeatherGrid
  readonly row: number
  readonly sky: Float32Array
  /** What PV follows from the irradiance by the ratios of the last 30 days. */
  readonly factored: (issue: SunIssue, isOver: Uint8Array) => Float64Array | null
  /** Weights of like days as a whole. */
  readonly dayWeights: (like: LikeDays) => Float64Array
}

const WIDTH = 0.4
const FLOOR = 0.001
const DAYS = 30
const FEWEST_DAYS = 10
/** Days of the overall ratio that each slot's own is mixed with. */
const SHRUNK = 4

/** Returns a target's weather; null where it is not known for most of the day. */
export function targetWeather(grid: WeatherGrid, issue: SunIssue, target: Target): TargetWeather | null {
  const row = issue.at + target.ahead
  if (Number.isNaN(grid.day[row] ?? Number.NaN)) return null
  const sky = issue.past.sky(target.ofYear)
  return {
    ...{ grid, row, sky },
    factored: () => factored(grid, issue, row, sky),
    dayWeights: (like) => {
      const now = grid.day[row] ?? Number.NaN
      return byLikeness(like, now, (day) => grid.day[day] ?? Number.NaN)
    },
  }
}

function byLikeness(like: LikeDays, now: number, of: (day: number) => number): Float64Array {
  let [sum, squares, count] = [0, 0, 0]
  const values = Float64Array.from(like.days, (day) => {
    const value = of(day)
    if (!Number.isNaN(value)) {
      sum += value
      squares += value * value
      count += 1
    }
    return value
  })
  const mean = sum / count
  const width = Math.max(0.03, WIDTH * Math.sqrt(Math.max(0, squares / count - mean * mean)))
  return values.map((value, i) =>
    Number.isNaN(value) ? 0 : (like.season[i] ?? 0) * (FLOOR + Math.exp(-(((value - now) / width) ** 2) / 2)),
  )
}

/**
 * Weighs like days for one slot by how clear it was forecast to be: an analog ensemble, as in Alessandrini et al., An
 * analog ensemble for short-term probabilistic solar power forecast, Applied Energy 157 (2015) 95. In the day also by
 * what came so far. null where too little weather is known.
 */
export function likeWeather({ grid, row }: TargetWeather, like: LikeDays, slot: number): Float64Array | null {
  const now = grid.clear[row * SLOTS + slot] ?? Number.NaN
  if (Number.isNaN(now)) return null
  const weights = byLikeness(like, now, (day) => grid.clear[day * SLOTS + slot] ?? Number.NaN)
  if (like.isInDay)
    return weights.map(
      (weight, i) => weight * (0.05 + (like.weights[i] ?? 0) / Math.max(1e-6, like.season[i] ?? 0)),
    )
  return weights.some((weight) => weight > 0) ? weights : null
}

function factored(
  { clear }: WeatherGrid,
  { past, at }: SunIssue,
  row: number,
  sky: Float32Array,
): Float64Array | null {
  const [powers, irradiances] = [new Float64Array(SLOTS), new Float64Array(SLOTS)]
  let [power, irradiance, days] = [0, 0, 0]
  for (let day = Math.max(0, at - DAYS); day < at; day += 1) {
    if (past.usable[day] !== 1) continue
    const then = past.sky(past.ofYear[day] ?? 1)
    let any = false
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const measured = past.power[day * SLOTS + slot] ?? Number.NaN
      const share = clear[day * SLOTS + slot] ?? Number.NaN
      if (Number.isNaN(measured + share)) continue
      any = true
      const forecast = share * (then[slot] ?? 0)
      powers[slot] = (powers[slot] ?? 0) + measured
      irradiances[slot] = (irradiances[slot] ?? 0) + forecast
      power += measured
      irradiance += forecast
    }
    if (any) days += 1
  }
  if (days < FEWEST_DAYS || irradiance <= 0) return null
  const overall = power / irradiance
  return Float64Array.from({ length: SLOTS }, (_, slot) => {
    const share = clear[row * SLOTS + slot] ?? Number.NaN
    const own = irradiances[slot] ?? 0
    const shrunk = (SHRUNK * own) / days
    const ratio = own > 0 ? ((powers[slot] ?? 0) + overall * shrunk) / (own + shrunk) : Number.NaN
    return Number.isNaN(share) ? Number.NaN : share * (sky[slot] ?? 0) * ratio
  })
}
