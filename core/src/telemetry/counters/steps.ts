import { limits } from '../readings.ts'

/** A fall of at most this much is the jitter of a counter that is rounded or read twice: it counts nothing. */
export const JITTER_WH = 100
/** The coarsest counters count whole kWh, so any step may be too big by this much. */
export const RESOLUTION_WH = 1000
/** The time in which the greatest believable power yields 1 Wh. */
export const MS_PER_WH = 3_600_000 / limits.power.max

/** What two consecutive values mean: energy; a new series, after a fall; or a jump, which no power can have caused. */
export type Step = 'energy' | 'reset' | 'jump'

/** Judges a step between two values in Wh, `ms` apart. */
export function stepOf(before: number, after: number, ms: number): Step {
  const rise = after - before
  if (rise < -JITTER_WH) return 'reset'
  return rise <= RESOLUTION_WH + ms / MS_PER_WH ? 'energy' : 'jump'
}
