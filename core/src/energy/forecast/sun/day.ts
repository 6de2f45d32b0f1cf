import { watts } from '../../../units/units.ts'
import { daySum } from '../day-sum.ts'
import type { DayForecast } from '../forecast.ts'
import { widened } from '../merit/band.ts'
import type { Course } from '../merit/course.ts'
import { type SunOutlook, type SunTarget, scaleOfBand } from './issue.ts'
import type { SunIssue } from './like-days.ts'

/** Returns the forecast of one day of PV with its bands. */
export function dayOfSun(issue: SunIssue, outlook: SunOutlook, target: SunTarget): DayForecast {
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
