import { type Day, dayAfter } from '../../../time/days.ts'
import { SLOTS } from '../days.ts'
import { issueTimeOf, type Memory } from '../memory.ts'
import { type Combined, combine } from '../merit/combine.ts'
import { type Course, mixed } from '../merit/course.ts'
import { type Merit, noMerit } from '../merit/merit.ts'
import { type DayGrid, dayGrid } from '../past.ts'
import { type SunCourses, sunCourses } from './courses.ts'
import { likeDays, type SunIssue } from './like-days.ts'
import { targetWeather, type WeatherGrid } from './like-weather.ts'
import type { SunPast } from './sun-past.ts'

/** Prior weights of the rules: what is trusted of a system of which nothing was learnt yet. */
const PRIORS: Readonly<Record<string, number>> = {
  ...{ own: 0.84, like: 0.04, lasting: 0.08, recent: 0.05, week: 0.03, yesterday: 0.03 },
  ...{ weather: 1, mos: 0.15, cautious: 0.6 },
}
const WEATHER_RULES = new Set(['weather', 'mos', 'cautious'])
/** Bands are judged where a clear day yields more than this share of its peak. */
const LEAST_OF_PEAK = 0.05

/** A day that is forecast. */
export type SunTarget = {
  readonly day: Day
  readonly grid: DayGrid
  readonly ofYear: number
  readonly ahead: number
}

export const sunTarget = (past: SunPast, at: number, ahead: number): SunTarget => {
  const day = past.days[at + ahead] ?? dayAfter(past.days[at] ?? ('1970-01-01' as Day), ahead)
  const grid = dayGrid(day, past.timeZone, 'sun')
  return { day, ahead, grid, ofYear: grid.ofYear }
}

/** Marks the slots of the day of issue that are over. */
export function overBy(past: SunPast, at: number, passed: number): Uint8Array {
  const marks = new Uint8Array(SLOTS)
  for (const slot of past.grids[at]?.slots.slice(0, passed) ?? []) marks[slot] = 1
  return marks
}

/** All that the rules say of one day, with their weights. */
export type SunOutlook = SunCourses &
  Combined & {
    readonly time: ReturnType<typeof issueTimeOf>
    readonly merit: Merit
    /** Share of the weights that rules with weather have; null without weather. */
    readonly weatherShare: number | null
  }

/** Expects one day's PV. `recent` is what the last 14 days suggest, by slot. */
export function sunOutlook(
  issue: SunIssue,
  target: SunTarget,
  passed: number,
  recent: Course,
  memory: Memory | null,
  weather: WeatherGrid | null,
): SunOutlook {
  const like = likeDays(issue, target)
  const found = sunCourses(issue, target, like, weather && targetWeather(weather, issue, target))
  const time = issueTimeOf(target.ahead, passed, like.isInDay)
  const merit = memory?.merits[time] ?? noMerit
  const rules = new Map([...found.rules, ['recent', recent] as const])
  const own = rules.get('own')
  // At midnight the last 14 days are part of the mixture, as they were when its weights were chosen.
  if (own && !like.isInDay)
    rules.set(
      'own',
      mixed([
        [own, 0.88],
        [recent, 0.12],
      ]),
    )
  else if (own)
    rules.set(
      'own',
      mixed([
        [own, 0.75],
        [recent, 0.25],
      ]),
    )
  const combination = combine(rules, merit, PRIORS)
  const share = [...combination.weights].reduce(
    (sum, [name, one]) => sum + (WEATHER_RULES.has(name) ? one : 0),
    0,
  )
  return {
    ...{ ...found, ...combination, rules, time, merit },
    expected: combination.expected.map((power, slot) => {
      const most = found.most[slot] ?? Number.NaN
      return Math.max(0, Number.isNaN(most) ? power : Math.min(power, most))
    }),
    weatherShare: rules.has('weather') ? share : null,
  }
}

/** What of a day's clear course counts as the scale of excesses, in each slot; 0 = not judged. */
export function scaleOfBand(clear: Course): Course {
  const peak = clear.reduce((most, power) => (power > most ? power : most), 0)
  return clear.map((power) => (power > LEAST_OF_PEAK * peak ? power : 0))
}
