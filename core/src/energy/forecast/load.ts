import type { Forecast, Known } from './forecast.ts'
import { dayOfHouse } from './house/day.ts'
import { housePast } from './house/house-past.ts'
import { houseOutlook } from './house/issue.ts'
import { houseIssue } from './house/like-days.ts'
import { passedAt } from './past.ts'
import { recentLoad } from './recent.ts'
import { withoutBands } from './without-bands.ts'

/** With fewer days of history the last 14 days are all there is to go by. */
const FEWEST_LIKE_DAYS = 21

/**
 * Forecasts house load of `count` days from today on: from days before which the house drew as in the last 24 hours, of
 * the same kind (working day, or weekend and public holiday), from the last 14 days, and from the mean of the last seven
 * days, weighted by how well each did lately. With weather a heat pump's load follows the temperature.
 */
export function loadForecast(known: Known, count = 2): Forecast {
  const past = housePast(known)
  const at = past.days.length - 1
  const recent = recentLoad(known, count)
  const history = past.means.subarray(0, at).filter((mean) => !Number.isNaN(mean)).length
  if (history < FEWEST_LIKE_DAYS) return withoutBands(recent)
  const issue = houseIssue(past, at, passedAt(past, known.now))
  const outlooks = recent.days.map((day, ahead) => houseOutlook(issue, ahead, day, recent.level, known))
  return {
    days: outlooks.map((outlook, ahead) => dayOfHouse(issue, outlook, ahead)),
    history,
    level: recent.level,
    method: outlooks[0]?.isNaive ? 'naive' : 'own',
    weather: 'none',
    excluded: { curtailed: 0, snow: 0, faulty: past.faulty, gap: at - history },
  }
}
