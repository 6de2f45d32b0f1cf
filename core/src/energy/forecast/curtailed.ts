import { quantileOf } from './quantiles.ts'

/** Consecutive quarters of a system; NaN = not known. Signs as everywhere: grid < 0 is feed-in. */
export type Flows = {
  readonly start: Date
  readonly pv: Float64Array
  readonly grid: Float64Array
  /** Percent. */
  readonly soc: Float64Array
  readonly battery: Float64Array
}

/** Feed-in in W that counts as none: what control leaves over. */
const NONE_W = 40
const FULL_PERCENT = 98
const LEAST_PV_W = 50
/** A system that fed in at least this often may feed in. */
const FEEDS_IN = 0.02
/** Where more of the quarters with sun seem reduced, something else is the reason, such as a meter that does not move. */
const MOST_SHARE = 0.6
/** Feed-in within 1.5 % of its highest, in so many quarters and so large a share of those that feed in much, is a limit. */
const LIMIT = { width: 0.015, fewest: 40, share: 0.45, much: 0.8 }

/**
 * Finds the quarters since `start` in which PV was reduced: those with feed-in at its limit (as where the grid operator
 * allows 60 % or 70 % of the peak), and those with a full battery of a system that never feeds in.
 */
export function curtailedQuarters({ pv, grid, soc }: Flows): ReadonlySet<number> {
  const isLit = (i: number) => (pv[i] ?? 0) > LEAST_PV_W
  const limit = feedInLimit(grid)
  const fed = grid.filter((power, i) => isLit(i) && power < -NONE_W).length
  const lit = pv.filter((power) => power > LEAST_PV_W).length
  const neverFeeds = lit > 0 && fed < FEEDS_IN * lit
  const found = new Set<number>()
  for (let i = 0; i < pv.length; i += 1) {
    const isAtLimit = limit !== null && -(grid[i] ?? 0) >= limit * (1 - LIMIT.width)
    const isFull = neverFeeds && (soc[i] ?? 0) >= FULL_PERCENT && Math.abs(grid[i] ?? Number.NaN) <= NONE_W
    if (isLit(i) && (isAtLimit || isFull)) found.add(i)
  }
  return found.size > MOST_SHARE * lit ? new Set() : found
}

/** The feed-in in W that many quarters stay just below of; null if it is not limited. */
function feedInLimit(grid: Float64Array): number | null {
  const fed = grid.filter((power) => power < -NONE_W).map((power) => -power)
  if (fed.length === 0) return null
  const most = quantileOf(fed, 0.999)
  const near = fed.filter((power) => power >= most * (1 - LIMIT.width)).length
  const much = fed.filter((power) => power >= most * LIMIT.much).length
  return near >= LIMIT.fewest && near >= LIMIT.share * much ? most : null
}
