/** Energy that was summed up from a power: Wh, and the last power with its time (W, ms UTC). */
export type Integral = { readonly wh: number; readonly w: number; readonly at: number }

/** Over a longer time without a value nobody knows what flowed. */
const GAP_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Area under a straight line from `a` to `b`, above zero alone; W × ms. */
function positiveArea(a: number, b: number, ms: number): number {
  if (a >= 0 && b >= 0) return ((a + b) / 2) * ms
  if (a <= 0 && b <= 0) return 0
  const above = Math.max(a, b)
  return ((above / 2) * ms * above) / Math.abs(a - b)
}

/** Adds what flowed since the last value, by the trapezoid below it, as far as the power is above zero. */
export function integrated(before: Integral | null, w: number, at: number): Integral {
  const wh = before?.wh ?? 0
  const ms = before === null ? 0 : at - before.at
  if (before === null || ms > GAP_MS) return { wh, w, at }
  if (ms <= 0) return before
  return { wh: wh + positiveArea(before.w, w, ms) / HOUR_MS, w, at }
}
