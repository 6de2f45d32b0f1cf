/** Energy integrated from a power: Wh, and the last power with its time (W, ms UTC). */
export type Integral = { readonly wh: number; readonly w: number; readonly at: number }

/** Over a longer gap between values, the energy is unknown. */
const GAP_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Area between zero and the positive part of a straight line from `a` to `b`; W × ms. */
function positiveArea(a: number, b: number, ms: number): number {
  if (a >= 0 && b >= 0) return ((a + b) / 2) * ms
  if (a <= 0 && b <= 0) return 0
  const above = Math.max(a, b)
  return ((above / 2) * ms * above) / Math.abs(a - b)
}

/**
 * Adds the energy since the last value by the trapezoidal rule, counting only positive power. A last value from the
 * future means that the clock was ahead: how long ago it was is unknown, so the sum goes on from `at`, as after a gap.
 */
export function integrated(before: Integral | null, w: number, at: number): Integral {
  const wh = before?.wh ?? 0
  const ms = before === null ? 0 : at - before.at
  if (before === null || ms > GAP_MS || ms < 0) return { wh, w, at }
  if (ms === 0) return before
  return { wh: wh + positiveArea(before.w, w, ms) / HOUR_MS, w, at }
}
