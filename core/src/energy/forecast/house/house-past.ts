import type { Day } from '../../../time/days.ts'
import { isWeekend, SLOTS } from '../days.ts'
import type { Known } from '../forecast.ts'
import { type Past, pastOf } from '../past.ts'
import { highQuantile, quantileOf } from '../quantiles.ts'
import { isHoliday } from './holidays.ts'

/** How far back like days are looked for. */
const LOAD_DAYS = 365
const HOURS = 24
const FEWEST_SLOTS = 77
/** Days of the exponential mean that says how much a house uses of late. */
const LEVEL_DAYS = 6
/** A quarter that draws so many times the 99th percentile is a meter's jump. */
const JUMP = 5
/** Nobody is at home on a day below this share of the median of 60 days. */
const AWAY = 0.4
/** And below this share of the level before. */
const SUDDENLY = 0.5
/** Days after which it is what is usual. */
const LONGEST_AWAY = 35
const AWAY_DAYS = 60
const FEWEST_AWAY = 3

/** House load of the past by slot of the wall clock. Arrays by day hold NaN where unknown. */
export type HousePast = Past & {
  /** Mean power by hour, 24 a day. */
  readonly hours: Float32Array
  /** Mean power of each day. */
  readonly means: Float64Array
  /** What was usual before each day: exponential mean of the means. */
  readonly levels: Float64Array
  /** 1 on Saturdays, Sundays and public holidays. */
  readonly isFree: Uint8Array
  /** 1 on days on which nobody was at home. */
  readonly isAway: Uint8Array
  readonly faulty: number
}

/** True on days off: Saturdays, Sundays and public holidays. */
export const isFreeDay = (day: Day, { region, timeZone }: Pick<Known, 'region' | 'timeZone'>) =>
  isWeekend(day) || isHoliday(day, region ?? null, timeZone)

function removeJumps(power: Float32Array): number {
  const most = JUMP * highQuantile(power, 0.99)
  let found = 0
  for (let i = 0; i < power.length; i += 1) {
    if (!((power[i] ?? Number.NaN) > most)) continue
    power[i] = Number.NaN
    found += 1
  }
  return found
}

function meanOf(power: Float32Array, from: number, until: number, fewest: number): number {
  let [sum, count] = [0, 0]
  for (let i = from; i < until; i += 1) {
    const value = power[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return count >= fewest ? sum / count : Number.NaN
}

function levelsOf(means: Float64Array): Float64Array {
  const kept = Math.exp(-1 / LEVEL_DAYS)
  let [sum, weight] = [0, 0]
  return means.map((mean) => {
    const before = weight > 0 ? sum / weight : Number.NaN
    sum *= kept
    weight *= kept
    if (!Number.isNaN(mean)) {
      sum += mean
      weight += 1
    }
    return before
  })
}

/**
 * Marks days on which nobody was at home: far below the 60 days before, and at once, since a house that is no longer
 * heated in spring falls as far.
 */
function awayOf(means: Float64Array, levels: Float64Array): Uint8Array {
  let home = Number.NaN
  let since = 0
  return Uint8Array.from(means, (mean, day) => {
    if (day - since > LONGEST_AWAY || Number.isNaN(home)) home = levels[day] ?? Number.NaN
    const isLow = mean < SUDDENLY * home && isFarBelow(means, day)
    if (isLow) return 1
    home = levels[day] ?? Number.NaN
    since = day
    return 0
  })
}

function isFarBelow(means: Float64Array, day: number): boolean {
  const before = means.slice(Math.max(0, day - AWAY_DAYS), day).filter((value) => !Number.isNaN(value))
  return before.length >= FEWEST_AWAY && (means[day] ?? Number.NaN) < AWAY * quantileOf(before, 0.5)
}

/** Arranges a house's load by the wall clock. */
export function housePast(known: Known): HousePast {
  const past = pastOf((day) => known.history.get(day), known.now, known.timeZone, 'wall', LOAD_DAYS)
  const { power, days } = past
  const faulty = removeJumps(power)
  const hours = Float32Array.from({ length: days.length * HOURS }, (_, i) =>
    meanOf(power, i * 4, i * 4 + 4, 1),
  )
  const means = Float64Array.from(days, (_, d) => meanOf(power, d * SLOTS, (d + 1) * SLOTS, FEWEST_SLOTS))
  const levels = levelsOf(means)
  return {
    ...past,
    ...{ hours, means, faulty },
    levels,
    isFree: Uint8Array.from(days, (day) => (isFreeDay(day, known) ? 1 : 0)),
    isAway: awayOf(means, levels),
  }
}
