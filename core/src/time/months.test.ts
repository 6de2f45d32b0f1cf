import { describe, expect, it } from 'vitest'
import type { Day } from './days.ts'
import { daysIntoWeek, hoursOf, type Weekday, weekdayOf, weeksOf } from './months.ts'

const MONDAY: Weekday = 1
const SUNDAY: Weekday = 7
const numbers = (month: string, weekStart: Weekday) =>
  weeksOf(month as Day, weekStart).map((week) => week.map((day) => Number(day?.slice(8) ?? 0)))

describe('months', () => {
  it('CAL-01 a week of Monday to Sunday', () => {
    expect(numbers('2026-11-21', MONDAY)).toEqual([
      [0, 0, 0, 0, 0, 0, 1],
      [2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
      [30, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('CAL-01 or of Sunday to Saturday', () => {
    expect(numbers('2026-11-01', SUNDAY)[0]).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(numbers('2026-11-01', SUNDAY)).toHaveLength(5)
  })

  it('CAL-01 a February of four whole weeks, and one of 29 days', () => {
    expect(numbers('2027-02-01', MONDAY)).toHaveLength(4)
    expect(numbers('2028-02-01', MONDAY).flat().filter(Boolean)).toHaveLength(29)
  })

  it.each([1, 2, 3, 4, 5, 6, 7] as const)(
    'CAL-01 every day appears once under its weekday, weeks from %i',
    (weekStart) => {
      for (let month = 1; month <= 12; month += 1) {
        const weeks = weeksOf(`2028-${String(month).padStart(2, '0')}-01` as Day, weekStart)
        const days = weeks.flat().filter((day) => day !== null)
        expect(new Set(days).size).toBe(days.length)
        expect(Number(days.at(-1)?.slice(8))).toBe(days.length)
        for (const week of weeks)
          week.forEach((day, i) => {
            if (day) expect(daysIntoWeek(day, weekStart)).toBe(i)
          })
      }
    },
  )

  it('CAL-01 Sunday is the last day, not the zeroth', () => {
    expect(weekdayOf('2026-11-22' as Day)).toBe(7)
    expect(weekdayOf('2026-11-23' as Day)).toBe(1)
  })

  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-06-09', 'Europe/Berlin', 24],
    ['2026-10-25', 'Asia/Tokyo', 24],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ])('CHT-07 %s in %s has %d hours', (day, timeZone, hours) => {
    expect(hoursOf(day as Day, timeZone)).toBe(hours)
  })
})
