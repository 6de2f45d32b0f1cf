import { QUARTER_MS } from '../../time/days.ts'
import { type WattHours, wattHours } from '../../units/units.ts'
import type { DayCourse } from './forecast.ts'

const HOURS = QUARTER_MS / 3_600_000

/**
 * Returns the energy still expected on a day after `now`, in Wh: the sum of its remaining quarters. null if one of
 * those is unknown.
 */
export function remainingEnergy({ start, quarters }: DayCourse, now: Date): WattHours | null {
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
 * Returns the energy expected by the end of a day, in Wh: energy_forecast and load_forecast (ENT-02). null if the
 * energy so far or the remaining energy is unknown.
 */
export const expectedEnergy = (soFar: WattHours | null, remaining: WattHours | null): WattHours | null =>
  soFar === null || remaining === null ? null : wattHours(soFar + remaining)
