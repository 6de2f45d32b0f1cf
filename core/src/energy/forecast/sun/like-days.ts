import { SLOTS } from '../days.ts'
import { type SunPast, yieldOver } from './sun-past.ts'

/** What is known when a forecast is issued: the days before `at`, and of that one what `isOver`, by slot. */
export type SunIssue = {
  readonly past: SunPast
  readonly at: number
  readonly isOver: Uint8Array
}

/** The day that is forecast: `ahead` days after the one of issue. */
export type Target = { readonly ahead: number; readonly ofYear: number }

/** Past days in the order of their weights, by index. */
export type LikeDays = {
  readonly days: Int32Array
  readonly ages: Int32Array
  /** How near in season: exp(−(Δ/30 d)²/2). */
  readonly season: Float64Array
  /** What PV of that day is to be multiplied by, once the plant yields much more or less than it did. */
  readonly scale: Float64Array
  /** Whether something is known of today. */
  readonly isInDay: boolean
  /** Like the days before, or like today so far. */
  readonly weights: Float64Array
  /** The same, stricter: like the two days before. */
  readonly strict: Float64Array
}

const SEASON_DAYS = 30
const SEASON_LEAST = 0.02
const ALWAYS_DAYS = 35
/** Kernel widths, the weight that every day has, and the squared distance of what is unknown (review/forecast: analogs). */
const LIKE = { day: 0.25, two: 0.35, floor: 0.02, unknownDay: 4, unknownTwo: 2.25 }
/** Of today so far: half of what that usually varies. */
const SO_FAR = { share: 0.5, least: 0.02, days: 60 }
/** Quarters of today that count as the latest. */
const LATEST = 8
/** Yields of clear days that differ less say nothing about the plant. */
const SAME_PLANT = 1.7

const seasonOf = (one: number, other: number) => {
  const apart = Math.abs(one - other)
  return Math.exp(-((Math.min(apart, 365 - apart) / SEASON_DAYS) ** 2) / 2)
}

/** Ratio of what clear days yield now and did then, if the plant has changed. */
function scaleOf({ best }: SunPast, at: number, day: number): number {
  const then = best[Math.min(at, day + 15)] ?? Number.NaN
  const ratio = (best[at] ?? Number.NaN) / then
  return ratio > SAME_PLANT || ratio < 1 / SAME_PLANT ? Math.min(5, Math.max(0.2, ratio)) : 1
}

/** Yields of each day over the same slots as today's, relative to a clear day. */
function soFar({ past, at }: SunIssue, days: Int32Array, isOver: Uint8Array) {
  const relative = (day: number) =>
    (yieldOver(past, past.sky(past.ofYear[day] ?? 1), day, isOver) ?? Number.NaN) /
    (past.best[day] ?? Number.NaN)
  return { today: relative(at), others: Float64Array.from(days, relative) }
}

function spread(values: Float64Array): number {
  const known = values.subarray(-SO_FAR.days).filter((value) => !Number.isNaN(value))
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length)
}

/** Squared distances of today from each day, by what came over some slots; null if nothing is known of today. */
function distances(issue: SunIssue, days: Int32Array, isOver: Uint8Array): Float64Array | null {
  const { today, others } = soFar(issue, days, isOver)
  if (Number.isNaN(today)) return null
  const width = Math.max(SO_FAR.least, SO_FAR.share * (spread(others) || 0))
  return others.map((other) => (Number.isNaN(other) ? LIKE.unknownDay : ((other - today) / width) ** 2))
}

const square = (one: number, other: number, width: number, unknown: number) =>
  Number.isNaN(one - other) ? unknown : ((one - other) / width) ** 2

/** Returns the slots of today that are among the last two hours before now. */
function latest({ past, at, isOver }: SunIssue): Uint8Array {
  const slots = (past.grids[at]?.slots ?? []).filter((slot) => isOver[slot] === 1).slice(-LATEST)
  const marks = new Uint8Array(SLOTS)
  for (const slot of slots) marks[slot] = 1
  return marks
}

/** Weighs the days of the last year by season and by how alike the days before them were, or they themselves so far. */
export function likeDays(issue: SunIssue, { ahead, ofYear }: Target): LikeDays {
  const { past, at } = issue
  const found: number[] = []
  for (let day = Math.max(0, at - 365); day < at; day += 1)
    if (
      past.usable[day] === 1 &&
      (at - day <= ALWAYS_DAYS || seasonOf(past.ofYear[day] ?? 1, ofYear) > SEASON_LEAST)
    )
      found.push(day)
  const days = Int32Array.from(found)
  const season = Float64Array.from(days, (day) => seasonOf(past.ofYear[day] ?? 1, ofYear))
  const today = distances(
    issue,
    days.map((day) => Math.max(0, day - ahead)),
    issue.isOver,
  )
  const now = today && ahead === 0 ? distances(issue, days, latest(issue)) : null
  const { clearness } = past
  const lag = ahead + 1
  const [yesterday = Number.NaN, before = Number.NaN] = [clearness[at - 1], clearness[at - 2]]
  const clear = (day: number) => clearness[day] ?? Number.NaN
  const weights = new Float64Array(days.length)
  const strict = new Float64Array(days.length)
  days.forEach((day, i) => {
    const near = season[i] ?? 0
    const one = today
      ? (today[i] ?? 0) + (now ? (now[i] ?? 0) : ahead === 0 ? LIKE.unknownDay : 0)
      : square(clear(day - lag), yesterday, LIKE.day, LIKE.unknownDay)
    weights[i] = near * (LIKE.floor + Math.exp(-one / 2))
    const two = square(clear(day - lag - 1), before, LIKE.two, LIKE.unknownTwo)
    strict[i] = near * (LIKE.floor + Math.exp(-(one + (today ? 0 : two)) / 2))
  })
  return {
    days,
    ages: days.map((day) => at - day),
    season,
    scale: Float64Array.from(days, (day) => scaleOf(past, at, day)),
    isInDay: today !== null && ahead === 0,
    weights,
    strict,
  }
}
