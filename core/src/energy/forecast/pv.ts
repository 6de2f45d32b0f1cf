import { watts } from '../../units/units.ts'
import { daySum } from './day-sum.ts'
import { bySlot } from './days.ts'
import type { DayForecast, Forecast, Known } from './forecast.ts'
import { widened } from './merit/band.ts'
import type { Course } from './merit/course.ts'
import { passedAt } from './past.ts'
import { recentPv } from './recent.ts'
import { overBy, type SunOutlook, scaleOfBand, sunOutlook, sunTarget } from './sun/issue.ts'
import type { SunIssue } from './sun/like-days.ts'
import { type SunPast, sunPast } from './sun/sun-past.ts'
import { usableWeather } from './sun/usable-weather.ts'
import { withoutBands } from './without-bands.ts'

/** With fewer days of history the last 14 days are all there is to go by. */
export const FEWEST_LIKE_DAYS = 21

/**
 * Forecasts PV power of `count` days from today on: from like days of the last year, from the last 14 days, from
 * weather where it is known, and from the mean of the last seven days, weighted by how well each did lately.
 */
export function pvForecast(known: Known, count = 2): Forecast {
  const past = sunPast(known)
  const history = past.days.filter((_, d) => d < past.days.length - 1 && isMeasured(past, d)).length
  if (history < FEWEST_LIKE_DAYS) return withoutBands(recentPv(known, count))
  const at = past.days.length - 1
  const passed = passedAt(past, known.now)
  const issue: SunIssue = { past, at, isOver: overBy(past, at, passed) }
  const weather = usableWeather(known, past, count)
  const recent = recentPv(known, count)
  const outlooks = recent.days.map((day, ahead) => {
    const target = sunTarget(past, at, ahead)
    const course = Float64Array.from(bySlot(day.quarters, target.grid.slots), (power) => power ?? Number.NaN)
    const outlook = sunOutlook(issue, target, passed, course, known.memory ?? null, weather.grid)
    return { outlook, day: dayOfOutlook(issue, outlook, target) }
  })
  const first = outlooks[0]?.outlook
  const share = first?.weatherShare ?? null
  const use = weather.use === 'used' && share !== null && share < 0.5 ? 'no_better' : weather.use
  return {
    days: outlooks.map(({ day }) => day),
    history,
    level: recent.level,
    method: first?.isNaive ? 'naive' : use === 'used' ? 'weather' : 'own',
    weather: share === null && use === 'used' ? 'learning' : use,
    excluded: past.excluded,
  }
}

function isMeasured({ power }: SunPast, day: number): boolean {
  for (let i = day * 96; i < (day + 1) * 96; i += 1) if (!Number.isNaN(power[i] ?? Number.NaN)) return true
  return false
}

function dayOfOutlook(
  issue: SunIssue,
  outlook: SunOutlook,
  target: ReturnType<typeof sunTarget>,
): DayForecast {
  const { slots, start } = target.grid
  const quarters = (course: Course) =>
    slots.map((slot) => {
      const power = course[slot] ?? Number.NaN
      return Number.isNaN(power) ? null : watts(power)
    })
  const band = widened(outlook, scaleOfBand(outlook.clear))
  const expected = quarters(outlook.expected)
  return {
    ...{ day: target.day, start, quarters: expected, usual: expected },
    ...{ low: quarters(band.low), high: quarters(band.high) },
    sum: daySum(
      outlook,
      outlook.merit,
      slots,
      target.ahead === 0
        ? { power: issue.past.power.subarray(issue.at * 96, issue.at * 96 + 96), isOver: issue.isOver }
        : null,
    ),
  }
}
