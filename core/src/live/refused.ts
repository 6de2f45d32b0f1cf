import { dayOf } from '../time/days.ts'
import type { Percent } from '../units/units.ts'
import type { LiveSystem } from './live.ts'

/** Returns the share of today's readings that cannot be right; null if it is not worth saying, or of another day. */
export function refusedShare(
  { refusedToday, timeZone }: Pick<LiveSystem, 'refusedToday' | 'timeZone'>,
  now: Date,
): Percent | null {
  const isToday = refusedToday !== null && dayOf(refusedToday.from, timeZone) === dayOf(now, timeZone)
  return isToday ? refusedToday.share : null
}
