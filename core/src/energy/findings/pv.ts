import { QUARTER_MS } from '../../time/days.ts'
import type { SunDays } from '../forecast/sun/sun-past.ts'
import { medianOf } from '../health/theil-sen.ts'
import { HALF, isHalved } from './alike-hours.ts'
import type { Judgement } from './judgement.ts'
import { CLEAR_DAYS, JUDGED_DAYS, sharesOf, touchOf } from './sun-touch.ts'

/** In fewer days than these, clouds alone may keep PV down. */
const FEWEST_DAYS = 3
/** The best of some days, relative to the worst that the best of so many days ever was. */
const LESS = 0.6
/** Days of the past with a known touch that say how bad weather gets. */
const FEWEST_USUAL = 30
/** Below it, there was no clear sky: such days look alike with and without a fault. */
const OVERCAST = 0.35
/** What is missing is missing on each clear day: so many days of those that are judged must reach as far as the best. */
const ALIKE = { days: 2, share: 0.9 }
const PERCENT = 100

const highest = (values: Float64Array) => values.reduce((high, value) => (value > high ? value : high), 0)

/** The lowest that the best of `count` days in a row ever was. */
function worstOf(touches: Float64Array, count: number): number {
  let worst = Number.POSITIVE_INFINITY
  for (let end = count; end <= touches.length; end += 1)
    worst = Math.min(worst, highest(touches.subarray(end - count, end)))
  return worst
}

const isPlateau = (touches: Float64Array, best: number) =>
  best >= OVERCAST && touches.filter((touch) => touch >= ALIKE.share * best).length >= ALIKE.days

/** How many of the newest days show by themselves that half is missing; null if they do not, or days before them did. */
function daysHalved(shares: readonly Float64Array[]): number | null {
  const isHalvedAt = (until: number, count: number) => isHalved(shares.slice(until - count, until))
  for (let count = 1; count <= FEWEST_DAYS; count += 1) {
    if (!isHalvedAt(shares.length, count)) continue
    const before = shares.map((_, until) => until).slice(count, -count)
    return before.some((until) => isHalvedAt(until, count)) ? null : count
  }
  return null
}

/**
 * Judges whether PV reaches what its own clear sky allows: however bad the weather was in the last 60 days, the best of some
 * days in a row was never so far from it. The longer the weather stays bad, the less has to be missing. Where hours of clear sky
 * are recognized and halved, no worse weather has to be ruled out.
 */
export function judgePv(past: SunDays, open: number | null): Judgement {
  const today = past.days.length - 1
  const from = today - CLEAR_DAYS - JUDGED_DAYS
  if (from < 0) return { name: 'pv', verdict: 'unknown', why: 'too_little' }
  const learntUntil = today - JUDGED_DAYS
  const shares = sharesOf(past, from, today - FEWEST_DAYS, today)
  const touches = Float64Array.from(shares, touchOf)
  const known = touches.filter((touch) => !Number.isNaN(touch))
  const usual = touches.subarray(0, learntUntil - from).filter((touch) => !Number.isNaN(touch))
  if (usual.length < FEWEST_USUAL) return { name: 'pv', verdict: 'unknown', why: 'too_little' }
  const at = (i: number) => (past.grids[from + i]?.start.getTime() ?? 0) + 48 * QUARTER_MS
  const points = [...touches].flatMap((value, i) =>
    Number.isNaN(value) ? [] : [{ at: at(i), value: PERCENT * value }],
  )
  const common = { name: 'pv', usual: PERCENT * medianOf([...usual]), points } as const
  const latest = known.subarray(Math.max(0, known.length - FEWEST_DAYS))
  const usually = LESS * Math.min(1, worstOf(known.subarray(0, -FEWEST_DAYS), FEWEST_DAYS))
  const since = points.at(-FEWEST_DAYS)?.at ?? 0
  if (open !== null && highest(latest) < open)
    return { ...common, verdict: 'unusual', value: PERCENT * highest(latest), limit: PERCENT * open, since }
  const halved = open === null ? daysHalved(shares.filter(({ length }) => length > 0)) : null
  if (halved !== null) {
    const value = highest(known.subarray(-halved))
    if (value < HALF)
      return {
        ...{ ...common, verdict: 'unusual', value: PERCENT * value, limit: PERCENT * HALF },
        since: points.at(-halved)?.at ?? 0,
      }
  }
  for (let count = FEWEST_DAYS; open === null && count <= JUDGED_DAYS; count += 1) {
    const newest = known.subarray(Math.max(0, known.length - count))
    const [value, limit] = [highest(newest), LESS * Math.min(1, worstOf(known.subarray(0, -count), count))]
    if (value < limit && isPlateau(newest, value)) {
      const since = points.at(-count)?.at ?? 0
      return { ...common, verdict: 'unusual', value: PERCENT * value, limit: PERCENT * limit, since }
    }
  }
  return { ...common, verdict: 'usual', value: PERCENT * highest(latest), limit: PERCENT * (open ?? usually) }
}
