/** A counter as last sent: Wh, and the time of its value. `below`: since when the device's value is lower, ms UTC. */
export type CounterState = { readonly wh: number; readonly at: number; readonly below: number | null }

const KWH = 1000
const PERCENT = 0.01
/** A fall that lasts longer is not a reading error. */
const RETURN_MS = 15 * 60_000

/**
 * Judges a counter's next value. A fall of at most 1 kWh is jitter of a coarse counter. One of at most 1 % is withheld
 * for a quarter of an hour, in case the value recovers. Any other starts a new series, which the server detects by
 * itself. Returns the value to send (Wh), null while it is withheld, and the state to keep.
 */
export function nextCounter(
  before: CounterState | null,
  wh: number,
  at: number,
): { wh: number | null; state: CounterState } {
  if (before === null || wh >= before.wh) return { wh, state: { wh, at, below: null } }
  const fall = before.wh - wh
  if (fall <= KWH && wh > 0) return { wh: before.wh, state: { ...before, at, below: null } }
  // A fall that began in the future began while the clock was ahead.
  const below = Math.min(before.below ?? at, at)
  if (fall <= PERCENT * before.wh && at - below < RETURN_MS) return { wh: null, state: { ...before, below } }
  return { wh, state: { wh, at, below: null } }
}
