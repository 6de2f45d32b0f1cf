import { type Day, dayAfter } from '../../../time/days.ts'
import { bySlot, SLOTS } from '../days.ts'
import type { DayCourse, Known } from '../forecast.ts'
import { issueTimeOf } from '../memory.ts'
import { combine } from '../merit/combine.ts'
import { type Course, mixed } from '../merit/course.ts'
import { noMerit } from '../merit/merit.ts'
import { dayGrid } from '../past.ts'
import { houseCourses } from './courses.ts'
import { isFreeDay } from './house-past.ts'
import { type HouseIssue, likeHouseDays } from './like-days.ts'
import { warmthOf } from './warmth.ts'

const PRIORS: Readonly<Record<string, number>> = {
  ...{ own: 0.7, near: 0.04, year: 0.04, lasting: 0.2, recent: 0.05, week: 0.03 },
}
/** Like days and the last 14 days, in the mixture that the others are compared with. */
const OWN = { like: 0.65, recent: 0.35 }
/**
 * How far rare peaks count less than in a mean: quarters with an oven or a car occur at times nobody knows, and each
 * would be expected a little every day. Costs about 2 % of a day's energy.
 */
const TRIM = 0.1
/** How quickly a deviation of the last hour fades, and how much of it is kept at first. */
const LASTING = { kept: 0.5, slots: 8 }
/** Least scale of a band's excess, as a share of the day's mean. */
const LEAST_UNIT = 0.25

/** Expects one day's load. `recent` is what the last 14 days suggest. */
export function houseOutlook(issue: HouseIssue, ahead: number, recent: DayCourse, known: Known) {
  const { past, at, passed } = issue
  const day: Day = past.days[at + ahead] ?? dayAfter(past.days[at] ?? recent.day, ahead)
  const grid = dayGrid(day, past.timeZone, 'wall')
  const like = likeHouseDays(issue, {
    ahead,
    isFree: isFreeDay(day, known),
    warmth: warmthOf(past, at, day, known.weather ?? null),
  })
  const found = houseCourses(issue, ahead, like)
  const time = issueTimeOf(ahead, passed, passed > 16)
  const merit = known.memory?.merits[time] ?? noMerit
  const before = Float64Array.from(bySlot(recent.quarters, grid.slots), (power) => power ?? Number.NaN)
  const own = mixed([
    [found.rules.get('own') ?? before, OWN.like],
    [before, OWN.recent],
  ])
  const rules = new Map([...found.rules, ['own', own] as const, ['recent', before] as const])
  if (ahead === 0 && passed > 4) rules.set('lasting', lasting(issue, own))
  const combined = combine(rules, merit, PRIORS)
  const trimmed = mixed([
    [combined.expected, 1 - TRIM],
    [found.median, TRIM],
  ])
  const mean = own.reduce((sum, power) => sum + (Number.isNaN(power) ? 0 : power), 0) / SLOTS
  const unit = own.map((power) => Math.max(LEAST_UNIT * mean, power))
  return {
    ...{ ...found, ...combined, rules, time, merit, unit, day, grid, clear: unit, scale: unit },
    expected: (combined.isNaive ? combined.expected : trimmed).map((power) => Math.max(0, power)),
  }
}
export type HouseOutlook = ReturnType<typeof houseOutlook>

/** Adds what the last hour deviated, which fades. */
function lasting({ past, at, passed }: HouseIssue, own: Course): Course {
  let [deviation, count] = [0, 0]
  for (let slot = Math.max(0, passed - 4); slot < passed; slot += 1) {
    const difference = (past.power[at * SLOTS + slot] ?? Number.NaN) - (own[slot] ?? Number.NaN)
    if (Number.isNaN(difference)) continue
    deviation += difference
    count += 1
  }
  if (count === 0) return own
  const kept = (LASTING.kept * deviation) / count
  return own.map((power, slot) =>
    slot < passed ? power : Math.max(0.3 * power, power + kept * Math.exp(-(slot - passed) / LASTING.slots)),
  )
}
