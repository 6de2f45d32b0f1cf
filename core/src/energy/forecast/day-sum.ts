import { wattHours } from '../../units/units.ts'
import type { DaySum } from './forecast.ts'
import { type Merit, widening } from './merit/merit.ts'

const HOURS = 0.25

/** What is known of today, by slot. */
export type SoFar = { readonly power: Float32Array; readonly isOver: Uint8Array }

type Expected = {
  readonly expected: Float64Array
  /** Scale of a day: of PV a clear one, of load an ordinary one. */
  readonly clear: Float64Array
  readonly sums: readonly [number, number] | null
}

/**
 * Returns the energy of a whole day in Wh: what was measured, and what is expected of the rest between the quantiles of
 * like days, widened as outcomes of late require. null where a quarter is not known, of PV at night excepted.
 */
export function daySum(
  { expected, clear, sums }: Expected,
  merit: Merit,
  slots: readonly number[],
  soFar: SoFar | null,
): DaySum | null {
  let [measured, rest, scale] = [0, 0, 0]
  for (const slot of slots) {
    const isOver = soFar?.isOver[slot] === 1
    const power = isOver ? (soFar.power[slot] ?? Number.NaN) : (expected[slot] ?? Number.NaN)
    const isDark = clear[slot] === 0
    if (Number.isNaN(power) && !isDark) return null
    const energy = Number.isNaN(power) ? 0 : power * HOURS
    if (isOver) measured += energy
    else {
      rest += energy
      scale += (clear[slot] || 0) * HOURS
    }
  }
  if (sums === null || sums.some(Number.isNaN)) return null
  const low = Math.max(0, Math.min(rest, sums[0] - widening(merit.sumBelow) * scale))
  const high = Math.max(rest, sums[1] + widening(merit.sumAbove) * scale)
  return {
    low: wattHours(measured + low),
    expected: wattHours(measured + rest),
    high: wattHours(measured + high),
  }
}
