import { QUARTER_MS } from '../time/days.ts'
import { type WattHours, wattHours } from '../units/units.ts'
import type { DayForecast } from './forecast.ts'

const HOURS = QUARTER_MS / 3_600_000

/**
 * The energy still expected of a day from `now` on, in Wh: the sum of what is left of its quarters. null where
 * one of those is not known.
 */
export function remainingEnergy({ start, quarters }: DayForecast, now: Date): WattHours | null {
  const passed = Math.max(0, (now.getTime() - start.getTime()) / QUARTER_MS)
  let energy = 0
  for (const [i, power] of quarters.entries()) {
    const share = Math.min(1, Math.max(0, i + 1 - passed))
    if (share === 0) continue
    if (power === null) return null
    energy += power * share * HOURS
  }
  return wattHours(energy)
}

/**
 * What a day is expected to have brought by its end, in Wh: energy_forecast and load_forecast (ENT-02). null where
 * what it brought so far, or what is left of it, is not known.
 */
export const expectedEnergy = (soFar: WattHours | null, remaining: WattHours | null): WattHours | null =>
  soFar === null || remaining === null ? null : wattHours(soFar + remaining)
