import { watts } from '../../../units/units.ts'
import { daySum } from '../day-sum.ts'
import { SLOTS } from '../days.ts'
import type { DayForecast } from '../forecast.ts'
import { widened } from '../merit/band.ts'
import type { Course } from '../merit/course.ts'
import type { HouseOutlook } from './issue.ts'
import type { HouseIssue } from './like-days.ts'

/** Returns the forecast of one day of a house's load with its bands. */
export function dayOfHouse(
  { past, at, passed }: HouseIssue,
  outlook: HouseOutlook,
  ahead: number,
): DayForecast {
  const { slots, start } = outlook.grid
  const quarters = (course: Course) =>
    slots.map((slot) => {
      const power = course[slot] ?? Number.NaN
      return Number.isNaN(power) ? null : watts(power)
    })
  const band = widened(outlook, outlook.unit)
  const isOver = new Uint8Array(SLOTS)
  for (const slot of slots.slice(0, passed)) isOver[slot] = 1
  const soFar = { power: past.power.subarray(at * SLOTS, (at + 1) * SLOTS), isOver }
  return {
    ...{ day: outlook.day, start, quarters: quarters(outlook.expected), usual: quarters(outlook.median) },
    ...{ low: quarters(band.low), high: quarters(band.high) },
    sum: daySum(outlook, outlook.merit, slots, ahead === 0 ? soFar : null),
  }
}
