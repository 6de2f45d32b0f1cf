import { QUARTER_MS } from '../../time/days.ts'
import { quantileOf } from '../forecast/quantiles.ts'
import { medianOf, type Point } from '../health/theil-sen.ts'

/** What quarters say about a ratio: Σ `part` over Σ `whole`. Zero in both where a quarter says nothing. */
export type Evidence = {
  /** Of the first quarter, ms. */
  readonly start: number
  readonly part: Float64Array
  readonly whole: Float64Array
  /** So much of `whole` is needed to say something. */
  readonly enough: number
  /** How far back it may be collected, in quarters. */
  readonly reach: number
}

/** A ratio, from the quarters [from, until). */
export type Value = { readonly value: number; readonly from: number; readonly until: number }

/** Which side of the usual is the bad one, and by how much a value must differ at least to be worth a word. */
export type Aspect = {
  readonly worse: 'lower' | 'higher'
  /** Share of the usual. */
  readonly share: number
  /** In the value's unit. */
  readonly least: number
  /** On this side of it, a value is never bad; in the value's unit. */
  readonly never?: number
}

/** What is usual for a system. `limit`: beyond it, a value is not. */
export type Usual = { readonly median: number; readonly limit: number; readonly values: number }

/** Days of the past that say what is usual. */
const USUAL_DAYS = 60
/** The newest are left out: what is to be judged must not be its own measure. */
const RECENT_DAYS = 3
/** Fewer values do not show what is usual. */
const FEWEST_VALUES = 14
/** Median absolute deviations as standard deviations, and how many of these are chance. */
const DEVIATION = 1.4826
const CHANCE = 5
/** Values in each hundred that are no measure: the worst of a year's odd days. */
const ODD = 0.02
const DAY_QUARTERS = 96

/** Returns the newest value before `until`: of the fewest quarters that say enough; null without them. */
export function valueBefore(evidence: Evidence, until: number): Value | null {
  const { part, whole, enough, reach } = evidence
  let [parts, all] = [0, 0]
  for (let i = until - 1; i >= Math.max(0, until - reach); i -= 1) {
    parts += part[i] ?? 0
    all += whole[i] ?? 0
    if (all >= enough && all > 0) return { value: parts / all, from: i, until }
  }
  return null
}

/** Returns a value for the end of each of the last days, oldest first; the last at `until`. */
export function valuesOf(evidence: Evidence, until: number): readonly Value[] {
  return Array.from({ length: USUAL_DAYS + RECENT_DAYS + 1 }, (_, i) =>
    valueBefore(evidence, until - (USUAL_DAYS + RECENT_DAYS - i) * DAY_QUARTERS),
  ).filter((value) => value !== null)
}

/** Returns what was usual until three days before `until`; null if there were too few values. */
export function usualOf(
  values: readonly Value[],
  until: number,
  { worse, share, least, never }: Aspect,
): Usual | null {
  const before = values
    .filter((one) => one.until <= until - RECENT_DAYS * DAY_QUARTERS)
    .map(({ value }) => value)
  if (before.length < FEWEST_VALUES) return null
  const median = medianOf(before)
  const deviation = DEVIATION * medianOf(before.map((value) => Math.abs(value - median)))
  const apart = Math.max(CHANCE * deviation, share * Math.abs(median), least)
  const limit =
    worse === 'lower'
      ? Math.min(median - apart, quantileOf(Float64Array.from(before), ODD))
      : Math.max(median + apart, quantileOf(Float64Array.from(before), 1 - ODD), never ?? 0)
  return { median, limit, values: before.length }
}

/** Whether a value is beyond what is usual. */
export const isBeyond = (value: number, limit: number, { worse }: Aspect) =>
  worse === 'lower' ? value < limit : value > limit

/** Returns values as points of a chart, each in the middle of the day that it ends. */
export const pointsOf = (values: readonly Value[], { start }: Evidence): readonly Point[] =>
  values.map(({ value, until }) => ({ at: start + (until - DAY_QUARTERS / 2) * QUARTER_MS, value }))
