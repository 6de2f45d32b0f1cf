import { SLOTS } from '../days.ts'
import { type Course, mixed } from '../merit/course.ts'
import { openSample } from '../quantiles.ts'
import type { HouseIssue, LikeHouseDays } from './like-days.ts'
import { nearQuantiles, OFFSETS, SHARES } from './near-quantiles.ts'

/** What several rules expect of a day, and the quantiles that like days suggest. */
export type HouseCourses = {
  /** Means. */
  readonly rules: ReadonlyMap<string, Course>
  readonly median: Course
  readonly low: Course
  readonly high: Course
  readonly sums: readonly [number, number] | null
}

const FEWEST = 5
const WEEK = 7
const FEWEST_OF_WEEK = 4
const FEWEST_OF_DAY = 0.9
const HOURS = 0.25

const sample = openSample()
const course = () => new Float64Array(SLOTS).fill(Number.NaN)

/** Weighted mean of each slot and its neighbours over some days. */
function meansOf({ past: { power } }: HouseIssue, like: LikeHouseDays, weights: Float64Array): Course {
  const [sums, totals] = [new Float64Array(SLOTS), new Float64Array(SLOTS)]
  for (let i = 0; i < like.days.length; i += 1) {
    const weight = weights[i] ?? 0
    if (weight === 0) continue
    const [first, scale] = [(like.days[i] ?? 0) * SLOTS, like.scale[i] ?? 1]
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const value = power[first + slot] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sums[slot] = (sums[slot] ?? 0) + weight * scale * value
      totals[slot] = (totals[slot] ?? 0) + weight
    }
  }
  return sums.map((_, slot) => {
    let [sum, total] = [0, 0]
    for (let k = 0; k < OFFSETS.length; k += 1) {
      const at = slot + (OFFSETS[k] ?? 0)
      if (at < 0 || at >= SLOTS) continue
      sum += (SHARES[k] ?? 0) * (sums[at] ?? 0)
      total += (SHARES[k] ?? 0) * (totals[at] ?? 0)
    }
    return total > 0 ? sum / total : Number.NaN
  })
}

/** Mean of the last seven days, of four at least. */
function weekOf({ past: { power }, at }: HouseIssue): Course {
  return course().map((_, slot) => {
    let [sum, count] = [0, 0]
    for (let day = Math.max(0, at - WEEK); day < at; day += 1) {
      const value = power[day * SLOTS + slot] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      count += 1
    }
    return count >= FEWEST_OF_WEEK ? sum / count : Number.NaN
  })
}

/** Expects a day's load from like days: weighted means and quantiles of each slot and its neighbours. */
export function houseCourses(issue: HouseIssue, ahead: number, like: LikeHouseDays): HouseCourses {
  const first = ahead === 0 ? issue.passed : 0
  const near = meansOf(issue, like, like.near)
  const year = meansOf(issue, like, like.year)
  const own = mixed([
    [near, 0.4],
    [year, 0.6],
  ])
  const rules = new Map([
    ['near', near],
    ['year', year],
    ['own', own],
    ['week', weekOf(issue)],
  ])
  return { ...nearQuantiles(issue, like), rules, sums: sumsOf(issue, like, first) }
}

/** Quantiles of the energies of like days from a slot on. */
function sumsOf({ past: { power } }: HouseIssue, like: LikeHouseDays, first: number) {
  sample.clear()
  like.days.forEach((day, i) => {
    let [sum, known] = [0, 0]
    for (let slot = first; slot < SLOTS; slot += 1) {
      const value = power[day * SLOTS + slot] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value * HOURS
      known += 1
    }
    const share = known / Math.max(1, SLOTS - first)
    if (share >= FEWEST_OF_DAY) sample.add((sum / share) * (like.scale[i] ?? 1), i)
  })
  if (sample.size() < FEWEST) return null
  sample.sort()
  const [low, high] = sample.quantiles(like.year, [0.1, 0.9]) ?? []
  return low === undefined || high === undefined ? null : ([low, high] as const)
}
