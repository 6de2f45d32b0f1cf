// Errors of the forecasts on recorded households: RECORDINGS names a folder of hourly CSV files.

import { bySlot, type History, type Quarters, slotsOf } from '@kellersonne/core/energy/forecast/days'
import type { Forecast, Known } from '@kellersonne/core/energy/forecast/forecast'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { mean } from '@kellersonne/core/units/units'
import { type Figure, report } from '../lib/report.ts'
import { type Household, households } from './recordings.ts'

const TIME_ZONE = 'Europe/Berlin'
const WEEK = 7
const FEWEST_OF_WEEK = 4
const TEN_HOURS_MS = 10 * 60 * 60_000

type Model = (known: Known, count?: number) => Forecast
const kinds = { pv: pvForecast, load: loadForecast } as const satisfies Record<string, Model>

/** When a day is forecast: `before` in days before it, `after` in ms after that day's midnight. */
const issues = {
  'day ahead': { before: 0, after: 0 },
  'from 10:00': { before: 0, after: TEN_HOURS_MS },
  'tomorrow at 10:00': { before: 1, after: TEN_HOURS_MS },
} as const
type Issue = (typeof issues)[keyof typeof issues]

type Errors = {
  ours: number
  yesterday: number
  week: number
  total: number
  forecast: number
  quarters: number
  untold: number
}

/** Returns the quarters of another day, aligned with this one's by wall clock. */
function beside(history: History, day: Day, other: Day): Quarters {
  const slots = bySlot(history.get(other) ?? [], slotsOf(other, TIME_ZONE, 'wall'))
  return slotsOf(day, TIME_ZONE, 'wall').map((slot) => slots[slot] ?? null)
}

/** Adds the absolute errors over the quarters that all models cover. */
function judge(errors: Errors, history: History, model: Model, day: Day, { before, after }: Issue) {
  const issued = dayAfter(day, -before)
  const now = new Date(startOfDay(issued, TIME_ZONE).getTime() + after)
  const ours = model({ history, now, timeZone: TIME_ZONE }, before + 1).days[before]
  const week = Array.from({ length: WEEK }, (_, i) => beside(history, day, dayAfter(issued, -1 - i)))
  const passed = (now.getTime() - startOfDay(day, TIME_ZONE).getTime()) / QUARTER_MS
  history.get(day)?.forEach((actual, i) => {
    const known = week.map((quarters) => quarters[i] ?? null).filter((power) => power !== null)
    const [expected, yesterday] = [ours?.quarters[i] ?? null, week[0]?.[i] ?? null]
    if (i < passed || actual === null || yesterday === null || known.length < FEWEST_OF_WEEK) return
    if (expected === null) {
      errors.untold += 1
      return
    }
    errors.ours += Math.abs(expected - actual)
    errors.yesterday += Math.abs(yesterday - actual)
    errors.week += Math.abs((mean(known) ?? 0) - actual)
    errors.total += actual
    errors.forecast += expected
    errors.quarters += 1
  })
}

function figures(household: Household, kind: keyof typeof kinds, title: string, issue: Issue): Figure[] {
  const errors: Errors = { ours: 0, yesterday: 0, week: 0, total: 0, forecast: 0, quarters: 0, untold: 0 }
  for (const day of household.days) judge(errors, household[kind], kinds[kind], day, issue)
  const percent = (error: number) => `${((100 * error) / errors.total).toFixed(1)} %`
  const about = `${kind} ${title}`
  return [
    {
      name: `${about}: to yesterday`,
      value: errors.ours / errors.yesterday,
      unit: '',
      target: { atMost: 1 },
      note: `${percent(errors.ours)} against ${percent(errors.yesterday)}`,
    },
    {
      name: `${about}: to 7 days`,
      value: errors.ours / errors.week,
      unit: '',
      target: { atMost: 1 },
      note: `against ${percent(errors.week)}; sum forecast ${percent(errors.forecast)}; ${errors.quarters} quarters, ${errors.untold} not told`,
    },
  ]
}

const folder = process.env['RECORDINGS']
if (folder === undefined) {
  console.error('RECORDINGS must name a folder of recorded households.')
  process.exit(1)
}
const found = await households(folder, TIME_ZONE)
if (found.length === 0) {
  console.error('RECORDINGS names a folder without recorded households.')
  process.exit(1)
}
for (const household of found)
  report(
    `forecast: ${household.name}, mean absolute error as a ratio; below 1 is better`,
    Object.entries(issues).flatMap(([title, issue]) => [
      ...figures(household, 'pv', title, issue),
      ...figures(household, 'load', title, issue),
    ]),
    ['Recorded by the hour: its mean stands for each of its quarters, what varies within it is not judged.'],
  )
