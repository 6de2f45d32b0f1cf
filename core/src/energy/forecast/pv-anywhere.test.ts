import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { finished } from '../steps.ts'
import { type Quarters, quartersIn } from './days.ts'
import type { Known } from './forecast.ts'
import { pvForecast } from './pv.ts'
import { learnPv } from './sun/learn.ts'
import { daysUntil, plantDay, quartersOf } from './test/plant.ts'

const timeZone = 'Europe/Berlin'
const today = '2026-06-18' as Day
const at = (quarter: number, day = today, zone = timeZone) =>
  new Date(startOfDay(day, zone).getTime() + quarter * QUARTER_MS)
const known = (history: Map<Day, Quarters>, quarter = 0): Known => ({ history, now: at(quarter), timeZone })

describe('a PV forecast anywhere', () => {
  it.each([
    ['Australia/Sydney', '2026-12-18'],
    ['Africa/Nairobi', '2026-03-20'],
    ['Arctic/Longyearbyen', '2026-12-18'],
    ['Arctic/Longyearbyen', '2026-06-18'],
    ['Pacific/Kiritimati', '2026-06-18'],
    ['Etc/GMT+9', '2026-06-18'],
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
  ])('FCT-10 holds in %s on %s, never below zero or above what can be', (zone, text) => {
    const day = text as Day
    const history = daysUntil(dayAfter(day, -1), 380, plantDay(zone))
    const highest = Math.max(...[...history.values()].flat().map((power) => power ?? 0))
    const one = {
      history: history.set(day, plantDay(zone)(day).slice(0, 50)),
      now: at(50, day, zone),
      timeZone: zone,
    }
    const { days } = pvForecast({ ...one, memory: finished(learnPv(one, 3)).memory }, 3)
    expect(days.map(({ quarters }) => quarters.length)).toEqual(days.map((of) => quartersIn(of.day, zone)))
    for (const { quarters, low, high } of days)
      quarters.forEach((power, i) => {
        expect(low[i]).toBeGreaterThanOrEqual(0)
        expect(power).toBeGreaterThanOrEqual(low[i] ?? Number.NaN)
        expect(high[i]).toBeGreaterThanOrEqual(power ?? Number.NaN)
        expect(power).toBeLessThanOrEqual(1.6 * highest)
      })
  })

  it('FCT-10 survives whatever was measured', () => {
    const power = fc.option(fc.oneof(fc.nat(20_000), fc.double({ min: 0, max: 1e12, noNaN: true })))
    const days = fc.array(fc.array(power, { maxLength: 100 }), { minLength: 25, maxLength: 40 })
    fc.assert(
      fc.property(days, fc.nat(96), (past, passed) => {
        const history = new Map(
          past.map(
            (q, i) =>
              [
                dayAfter(today, -i),
                quartersOf(dayAfter(today, -i), timeZone, (_, k) => q[k] ?? null),
              ] as const,
          ),
        )
        const one = known(history, passed)
        for (const day of pvForecast({ ...one, memory: finished(learnPv(one, 2)).memory }, 2).days)
          for (const course of [day.low, day.quarters, day.high])
            expect(course.every((one) => one === null || (one >= 0 && Number.isFinite(one)))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
