import { type Percent, percent } from '../units/units.ts'

/** A unit of which fewer readings than this are refused is well: a glitch of its meter is no news. */
const WORTH_SAYING = 1

/**
 * Returns the share of a day's readings that was refused, in %, if its owner should know; null otherwise. `accepted`: how
 * many were stored.
 */
export function refusedShare(refused: number, accepted: number): Percent | null {
  const share = (100 * refused) / Math.max(1, refused + accepted)
  return share > WORTH_SAYING ? percent(share) : null
}
