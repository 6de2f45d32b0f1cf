import type { Phase } from './house.ts'
import { noise } from './random.ts'

const NOMINAL_V = 230
/** The cable to the house has about 0.25 ohm. */
const VOLTS_PER_WATT = 0.25 / NOMINAL_V
const HOUR = 3_600_000

/**
 * Returns the voltage at the house in V: high at night and when the street feeds in, low in the evening, and raised
 * by the house's own feed-in. `gridPower` in W, positive while drawing; `at` in ms UTC, `longitude` in degrees.
 */
export function gridVoltage(seed: number, phase: Phase, at: number, gridPower: number, longitude: number) {
  const hour = (at / HOUR + longitude / 15) % 24
  const evening = Math.exp(-(((hour - 19) / 2.5) ** 2))
  const street = Math.exp(-(((hour - 12.5) / 3) ** 2))
  const drift = noise(seed + phase, at, 4 * HOUR) - 0.5 + (noise(seed + phase, at, 20_000) - 0.5) / 4
  return NOMINAL_V + 2.2 - 3 * evening + 1.2 * street + 3 * drift - gridPower * VOLTS_PER_WATT
}
