import type { HousePast } from './house-past.ts'

/** What is known when a forecast is issued: the days before `at`, and `passed` slots of that one. */
export type HouseIssue = {
  readonly past: HousePast
  readonly at: number
  readonly passed: number
  /** Indices of the days that may be alike: a year at most. */
  readonly days: Int32Array
  /** What the load of each is multiplied by, since a house uses more or less of late. */
  readonly levels: Float64Array
}

const YEAR_DAYS = 365

/** Collects what is the same for all days that are forecast at once. */
export function houseIssue(past: HousePast, at: number, passed: number): HouseIssue {
  const count = Math.min(at, YEAR_DAYS)
  const days = Int32Array.from({ length: count }, (_, i) => at - count + i)
  return { past, at, passed, days, levels: Float64Array.from(days, (day) => scaleOf(past, at, day)) }
}

/** The day that is forecast, `ahead` days after the one of issue. */
export type HouseTarget = {
  readonly ahead: number
  readonly isFree: boolean
  /** What a past day's load is multiplied by for its temperature, by day; null if that is not known to matter. */
  readonly warmth: ((day: number) => number) | null
}

/** Past days, with what their load is multiplied by and how much each counts. */
export type LikeHouseDays = {
  readonly days: Int32Array
  readonly scale: Float64Array
  /** Of 60 days, by how alike the 24 hours before were. */
  readonly near: Float64Array
  /** The same of a year. */
  readonly year: Float64Array
  /** Of 60 days, all alike. */
  readonly plain: Float64Array
}

const HOURS = 24
const NEAR_DAYS = 60
const FADING = { near: 60, year: 120, plain: 30 }
/** Kernel widths, as shares of the median distance; and the weight that every day has. */
const WIDTH = { near: 0.2, year: 0.25 }
const FLOOR = 0.02
const OTHER_KIND = 0.3
/** How much of the ratio of levels carries over: half on a logarithmic scale. */
const CARRIED = 0.5
const SCALES = [0.4, 2.5] as const
/** Days at home count so much while nobody is there, and the other way round. */
const OTHER_PRESENCE = 0.05
const AWAY_DAYS = 3

/** Mean power of each of the 24 hours before an issue on a day, smoothed by 1/4, 1/2, 1/4. */
function hoursBefore({ hours }: HousePast, day: number, passed: number, into: Float64Array) {
  const end = day * HOURS + Math.floor(passed / 4)
  const at = (i: number) => hours[end - HOURS + i] ?? Number.NaN
  for (let i = 0; i < HOURS; i += 1)
    into[i] = at(i) / 2 + at(Math.max(0, i - 1)) / 4 + at(Math.min(HOURS - 1, i + 1)) / 4
}

/** Mean absolute difference of two courses, of which one is scaled; NaN with fewer than half of the hours. */
function apart(one: Float64Array, other: Float64Array, scale: number): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < HOURS; i += 1) {
    const difference = (one[i] ?? 0) * scale - (other[i] ?? 0)
    if (Number.isNaN(difference)) continue
    sum += Math.abs(difference)
    count += 1
  }
  return count >= HOURS / 2 ? sum / count : Number.NaN
}

/** Kernel of distances: the nearest weighs 1.02, those farther away than usual 0.02. */
function kernel(distances: Float64Array, width: number): Float64Array {
  const known = distances.filter((distance) => !Number.isNaN(distance)).sort()
  const mean = known.reduce((sum, distance) => sum + distance, 0) / known.length
  const median = known[Math.floor(known.length / 2)] || mean
  const least = known[0] ?? 0
  if (!(median > 0)) return distances.map(() => 1)
  return distances.map(
    (distance) =>
      FLOOR +
      Math.exp(-((((Number.isNaN(distance) ? median : distance) - least) / (width * median)) ** 2) / 2),
  )
}

/** True while nobody has been at home for three days. */
const isAwayNow = ({ isAway }: HousePast, at: number) =>
  Array.from({ length: AWAY_DAYS }, (_, i) => isAway[at - 1 - i] ?? 0).every((one) => one === 1)

const scaleOf = ({ levels }: HousePast, at: number, day: number) => {
  const ratio = ((levels[at] ?? Number.NaN) / (levels[day] ?? Number.NaN)) ** CARRIED
  return Number.isNaN(ratio) ? 1 : Math.min(SCALES[1], Math.max(SCALES[0], ratio))
}

/** Weighs past days by how alike the 24 hours before the issue were, by the kind of day and by age. */
export function likeHouseDays(
  { past, at, passed, days, levels }: HouseIssue,
  { ahead, isFree, warmth }: HouseTarget,
): LikeHouseDays {
  const scale = warmth ? Float64Array.from(days, warmth) : levels
  const [now, then] = [new Float64Array(HOURS), new Float64Array(HOURS)]
  hoursBefore(past, at, passed, now)
  const near = new Float64Array(days.length).fill(Number.NaN)
  const year = new Float64Array(days.length).fill(Number.NaN)
  days.forEach((day, i) => {
    if (day <= ahead) return
    hoursBefore(past, day - ahead, passed, then)
    year[i] = apart(then, now, scale[i] ?? 1)
    if (at - day <= NEAR_DAYS) near[i] = apart(then, now, 1)
  })
  const away = isAwayNow(past, at) ? 1 : 0
  const kinds = Float64Array.from(days, (day) => {
    const kind = (past.isFree[day] === 1) === isFree ? 1 : OTHER_KIND
    return past.isAway[day] === away ? kind : kind * OTHER_PRESENCE
  })
  const fading = (i: number, over: number) => Math.exp(-(at - (days[i] ?? 0)) / over) * (kinds[i] ?? 0)
  const isNear = (i: number) => (at - (days[i] ?? 0) <= NEAR_DAYS ? 1 : 0)
  return {
    ...{ days, scale },
    near: kernel(near, WIDTH.near).map((weight, i) => weight * fading(i, FADING.near) * isNear(i)),
    year: kernel(year, WIDTH.year).map((weight, i) => weight * fading(i, FADING.year)),
    plain: scale.map((_, i) => fading(i, FADING.plain) * isNear(i)),
  }
}
