import { noise } from './random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const YEAR = 365.25 * 24 * HOUR
/** Weights of the weather, the day, the hour and the single cloud. */
const layers = [
  { period: 60 * HOUR, weight: 0.5 },
  { period: 9 * HOUR, weight: 0.25 },
  { period: 50 * MINUTE, weight: 0.15 },
  { period: 6 * MINUTE, weight: 0.1 },
]
const CONTRAST = 2.6
const MIDWINTER = Date.UTC(2000, 0, 5)

/**
 * Returns how much of the sky is covered, 0 to 1: clear and grey days alternate, with broken clouds between them, and
 * more grey in winter. `at` in ms UTC.
 */
export function cloudCover(seed: number, at: number): number {
  const sky = layers.reduce((sum, { period, weight }) => sum + weight * noise(seed, at, period), 0)
  const winter = Math.cos((2 * Math.PI * (at - MIDWINTER)) / YEAR)
  return Math.min(1, Math.max(0, 0.76 + 0.14 * winter + CONTRAST * (sky - 0.5)))
}
