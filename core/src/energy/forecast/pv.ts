import { bySlot } from './days.ts'
import type { Forecast, Known } from './forecast.ts'
import { passedAt } from './past.ts'
import { recentPv } from './recent.ts'
import { dayOfSun } from './sun/day.ts'
import { overBy, sunOutlook, sunTarget } from './sun/issue.ts'
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
    return { outlook, day: dayOfSun(issue, outlook, target) }
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
