/** A counter as it was last sent: Wh, and the time of its value. `below`: since when it has been lower, ms UTC. */
export type CounterState = { readonly wh: number; readonly at: number; readonly below: number | null }

const KWH = 1000
const PERCENT = 0.01
/** A fall that lasts longer is none of a meter that was read wrongly. */
const RETURN_MS = 15 * 60_000

/**
 * Judges a counter's next value. A fall of at most 1 kWh is jitter: a coarse counter wavers by one. One of at most 1 %
 * may return within a quarter of an hour, and is one if it does. Any other is a new series, which the server recognises
 * by itself. Returns what to send, Wh, and what to remember.
 */
export function nextCounter(
  before: CounterState | null,
  wh: number,
  at: number,
): { wh: number | null; state: CounterState } {
  if (before === null || wh >= before.wh) return { wh, state: { wh, at, below: null } }
  const fall = before.wh - wh
  if (fall <= KWH && wh > 0) return { wh: before.wh, state: { ...before, at, below: null } }
  const below = before.below ?? at
  if (fall <= PERCENT * before.wh && at - below < RETURN_MS) return { wh: null, state: { ...before, below } }
  return { wh, state: { wh, at, below: null } }
}
