import { SLOTS } from '../days.ts'
import { type Course, mixed } from '../merit/course.ts'
import { openSample } from '../quantiles.ts'
import type { LikeDays, SunIssue, Target } from './like-days.ts'
import { likeWeather, type TargetWeather } from './like-weather.ts'

/** What several rules expect of a day, and the quantiles that like days suggest. */
export type SunCourses = {
  readonly rules: ReadonlyMap<string, Course>
  readonly low: Course
  readonly high: Course
  /** What a clear day would yield: the scale of the band. */
  readonly clear: Course
  /** The most that was ever measured in a slot, carried over to this day's sun. */
  readonly most: Course
  /** Quantiles of the energy of the slots that are not over, Wh; null with too few whole days. */
  readonly sums: readonly [number, number] | null
}

/** W/m²; with less the sun of two days is not compared. */
const LEAST_SKY = 15
const MOST_RATIO = 2.5
const FEWEST = 5
const MONTH = 30
const WEEK = 7
const FEWEST_OF_WEEK = 4
const MEMORY_DAYS = 14
const BEST = 0.95
/** Clearer than the clear sky, at most: at the edge of clouds. */
const CLEAREST = 1.3
const QUANTILES = [0.1, 0.5, 0.9] as const
/** Of the clear sky of what is left, so much must have been measured of a day for its sum. */
const FEWEST_SHARE = 0.8
const HOURS = 0.25

const names = ['like', 'strict', 'month', 'median', 'fading', 'best', 'week', 'mos'] as const
const courses = () =>
  Object.fromEntries(names.map((name) => [name, new Float64Array(SLOTS).fill(Number.NaN)])) as Record<
    (typeof names)[number],
    Course
  >

const [samples, ratios] = [openSample(), openSample()]
const EVEN = new Float64Array(2048).fill(1)

/**
 * Expects a day's PV from like days: PV of each, carried over to this day's sun by the ratio of clear skies, and of it
 * weighted medians. With weather the days are weighed for each slot by how cloudy it was forecast then and is now.
 */
export function sunCourses(
  issue: SunIssue,
  target: Target,
  like: LikeDays,
  weather: TargetWeather | null,
): SunCourses {
  const { past } = issue
  const isLeft = (slot: number) => target.ahead > 0 || issue.isOver[slot] === 0
  const sky = past.sky(target.ofYear)
  const skies = Array.from(like.days, (day) => past.sky(past.ofYear[day] ?? 1))
  const found = courses()
  const [low, high, most] = [0, 1, 2].map(() => new Float64Array(SLOTS).fill(Number.NaN))
  const month = like.weights.map((weight, i) => ((like.ages[i] ?? 0) <= MONTH ? weight : 0))
  const median = like.weights.map((_, i) => ((like.ages[i] ?? 0) <= MONTH ? 1 : 0))
  const fading = like.weights.map((_, i) => Math.exp(-(like.ages[i] ?? 0) / MEMORY_DAYS))
  const band = like.isInDay ? like.weights : like.strict
  const count = like.days.length
  const [sums, known] = [new Float64Array(count), new Float64Array(count)]
  let skyLeft = 0
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const now = sky[slot] ?? 0
    if (isLeft(slot)) skyLeft += now
    samples.clear()
    ratios.clear()
    let [week, days] = [0, 0]
    for (let i = 0; i < count; i += 1) {
      const day = like.days[i] ?? 0
      const power = past.power[day * SLOTS + slot] ?? Number.NaN
      if (Number.isNaN(power)) continue
      const then = skies[i]?.[slot] ?? 0
      const ratio = then > LEAST_SKY ? Math.min(MOST_RATIO, now / then) : 1
      const moved = Math.min(1e9, Math.max(0, power * ratio * (like.scale[i] ?? 1)))
      samples.add(moved, i)
      const age = like.ages[i] ?? 0
      if (age <= MONTH && then > LEAST_SKY) ratios.add((1000 * power) / then, i)
      if (age <= WEEK) {
        week += power
        days += 1
      }
      if (!isLeft(slot)) continue
      sums[i] = (sums[i] ?? 0) + moved * HOURS
      known[i] = (known[i] ?? 0) + now
    }
    if (days >= FEWEST_OF_WEEK) found.week[slot] = week / days
    if (samples.size() < FEWEST) continue
    samples.sort()
    const pick = (weights: Float64Array) => samples.quantiles(weights, [0.5])?.[0] ?? Number.NaN
    found.median[slot] = pick(median)
    const [q10 = Number.NaN, q50 = Number.NaN, q90 = Number.NaN] = samples.quantiles(band, QUANTILES) ?? []
    const slotWeights = weather && now > LEAST_SKY ? likeWeather(weather, like, slot) : null
    const mos = slotWeights && samples.quantiles(slotWeights, QUANTILES)
    found.like[slot] = like.isInDay ? q50 : pick(like.weights)
    found.strict[slot] = q50
    if (like.isInDay) found.month[slot] = pick(month)
    else found.fading[slot] = pick(fading)
    found.mos[slot] = mos?.[1] ?? q50
    if (low) low[slot] = mos?.[0] ?? q10
    if (high) high[slot] = mos?.[2] ?? q90
    if (most) most[slot] = samples.largest()
    ratios.sort()
    const clearest = ratios.size() < FEWEST ? Number.NaN : (ratios.quantiles(EVEN, [BEST])?.[0] ?? Number.NaN)
    found.best[slot] =
      now > LEAST_SKY && !Number.isNaN(clearest) ? (now * clearest) / 1000 : found.median[slot] || 0
  }
  const none = new Float64Array(SLOTS)
  return {
    ...{ low: low ?? none, high: high ?? none, most: most ?? none, clear: found.best },
    rules: rulesOf(issue, like, found, weather),
    sums: sumsOf(weather?.dayWeights(like) ?? band, sums, known, skyLeft),
  }
}

/** Combines the courses to rules; those of weather are left out without it. */
function rulesOf(
  issue: SunIssue,
  like: LikeDays,
  found: Record<(typeof names)[number], Course>,
  weather: TargetWeather | null,
): Map<string, Course> {
  const { at, isOver, past } = issue
  const rules = new Map<string, Course>([
    ['like', found.like],
    ['week', found.week],
    [
      'yesterday',
      Float64Array.from(past.power.subarray(Math.max(0, at - 1) * SLOTS, Math.max(0, at) * SLOTS)),
    ],
  ])
  if (like.isInDay) {
    const clear = clearnessOf(past.power.subarray(at * SLOTS, (at + 1) * SLOTS), found.best, issue)
    const lasting = Number.isNaN(clear)
      ? found.like
      : found.best.map((power) => power * Math.min(CLEAREST, clear))
    rules.set(
      'own',
      mixed([
        [found.like, 0.6],
        [found.month, 0.2],
        [lasting, 0.2],
      ]),
    )
    rules.set(
      'lasting',
      mixed([
        [found.like, 0.5],
        [lasting, 0.5],
      ]),
    )
  } else {
    const yesterday = past.clearness[at - 1] ?? Number.NaN
    const carried = Number.isNaN(yesterday) ? found.median : found.best.map((power) => power * yesterday)
    rules.set(
      'own',
      mixed([
        [found.like, 0.2],
        [found.strict, 0.2],
        [carried, 0.28],
        [found.median, 0.14],
        [found.fading, 0.18],
      ]),
    )
  }
  const own = rules.get('own') ?? found.like
  const factored = weather?.factored(issue, isOver)
  if (weather && factored) {
    rules.set('mos', found.mos)
    rules.set(
      'weather',
      mixed([
        [found.mos, 0.4],
        [factored, 0.4],
        [own, 0.2],
      ]),
    )
    rules.set(
      'cautious',
      mixed([
        [found.mos, 0.35],
        [factored, 0.2],
        [own, 0.45],
      ]),
    )
  }
  return rules
}

const LATEST = 8

/** Returns how clear the last two hours were, relative to a clear day; NaN if hardly any sun could shine. */
function clearnessOf(today: Float32Array, best: Course, { past, at, isOver }: SunIssue): number {
  let [power, clear] = [0, 0]
  for (const slot of (past.grids[at]?.slots ?? []).filter((one) => isOver[one] === 1).slice(-LATEST)) {
    const value = today[slot] ?? Number.NaN
    if (Number.isNaN(value)) continue
    power += value
    clear += best[slot] ?? 0
  }
  return clear > 100 ? power / clear : Number.NaN
}

/** Quantiles of the energies of like days of which enough was measured. */
function sumsOf(
  weights: Float64Array,
  sums: Float64Array,
  known: Float64Array,
  skyLeft: number,
): readonly [number, number] | null {
  samples.clear()
  sums.forEach((sum, i) => {
    const share = skyLeft > 0 ? (known[i] ?? 0) / skyLeft : 1
    if (share >= FEWEST_SHARE) samples.add(sum / share, i)
  })
  if (samples.size() < FEWEST) return null
  samples.sort()
  const [low, high] = samples.quantiles(weights, [0.1, 0.9]) ?? []
  return low === undefined || high === undefined ? null : [low, high]
}
