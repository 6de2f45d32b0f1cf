import { SLOTS } from '../days.ts'
import { type Course, mixed } from '../merit/course.ts'
import { openSample } from '../quantiles.ts'
import type { HouseIssue, LikeHouseDays } from './like-days.ts'

/** What several rules expect of a day, and the quantiles that like days suggest. */
export type HouseCourses = {
  /** Means. */
  readonly rules: ReadonlyMap<string, Course>
  readonly median: Course
  readonly low: Course
  readonly high: Course
  readonly sums: readonly [number, number] | null
}

/** Neighbouring quarters count too, since nobody cooks by the clock: offset and weight. */
const OFFSETS = [
  [0, 1],
  [-4, 0.18],
  [4, 0.18],
  [-2, 0.08],
  [2, 0.08],
] as const
const FEWEST = 5
const WEEK = 7
const FEWEST_OF_WEEK = 4
const FEWEST_OF_DAY = 0.9
const HOURS = 0.25

const sample = openSample()
const course = () => new Float64Array(SLOTS).fill(Number.NaN)

/** Expects a day's load from like days: weighted means and quantiles of each slot and its neighbours. */
export function houseCourses(issue: HouseIssue, ahead: number, like: LikeHouseDays): HouseCourses {
  const { power } = issue.past
  const first = ahead === 0 ? issue.passed : 0
  const [near, year, week, low, median, high] = [course(), course(), course(), course(), course(), course()]
  const count = like.days.length
  const copies = new Float64Array(count * OFFSETS.length)
  const plain = new Float64Array(count * OFFSETS.length)
  const start = Math.max(0, count - 60)
  for (let i = start; i < count; i += 1)
    OFFSETS.forEach(([, share], k) => {
      copies[(i - start) * OFFSETS.length + k] = (like.near[i] ?? 0) * share
      plain[(i - start) * OFFSETS.length + k] = (like.plain[i] ?? 0) * share
    })
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const [own, all] = [
      { sum: 0, weight: 0 },
      { sum: 0, weight: 0 },
    ]
    let [weekSum, weekDays] = [0, 0]
    sample.clear()
    for (let i = 0; i < count; i += 1) {
      const day = like.days[i] ?? 0
      const scale = like.scale[i] ?? 1
      for (let k = 0; k < OFFSETS.length; k += 1) {
        const [offset, share] = OFFSETS[k] ?? [0, 0]
        const at = slot + offset
        if (at < 0 || at >= SLOTS) continue
        const value = (power[day * SLOTS + at] ?? Number.NaN) * scale
        if (Number.isNaN(value)) continue
        const weight = (like.year[i] ?? 0) * share
        all.sum += weight * value
        all.weight += weight
        if (i < start) continue
        const close = (like.near[i] ?? 0) * share
        own.sum += close * value
        own.weight += close
        sample.add(Math.min(1e9, value), (i - start) * OFFSETS.length + k)
      }
      const raw = power[day * SLOTS + slot] ?? Number.NaN
      if (i < count - WEEK || Number.isNaN(raw)) continue
      weekSum += raw
      weekDays += 1
    }
    if (weekDays >= FEWEST_OF_WEEK) week[slot] = weekSum / weekDays
    if (sample.size() < FEWEST * OFFSETS.length) continue
    sample.sort()
    near[slot] = own.weight > 0 ? own.sum / own.weight : Number.NaN
    year[slot] = all.weight > 0 ? all.sum / all.weight : Number.NaN
    const like10 = sample.quantiles(copies, [0.1, 0.5, 0.9])
    const plain50 = sample.quantiles(plain, [0.5])
    low[slot] = like10?.[0] ?? Number.NaN
    median[slot] = ((like10?.[1] ?? Number.NaN) + (plain50?.[0] ?? Number.NaN)) / 2
    high[slot] = like10?.[2] ?? Number.NaN
  }
  const own = mixed([
    [near, 0.4],
    [year, 0.6],
  ])
  const rules = new Map([
    ['near', near],
    ['year', year],
    ['own', own],
    ['week', week],
  ])
  return { ...{ rules, low, median, high }, sums: sumsOf(issue, like, first) }
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
