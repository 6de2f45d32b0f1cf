import { serialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { chartOf, readDate, writeDate } from './address.ts'
import { weekStartIn } from './weekStart.ts'

const TODAY = '2026-11-21' as Day
const read = (search: string) => readDate(new URLSearchParams(search), TODAY)

describe('the address of the calendar', () => {
  it.each(['2026-10-09', '2000-01-01', '2026-11-30'])('CAL-01 holds %s', (date) => {
    expect(read(writeDate(date as Day))).toEqual({ date, broken: false })
  })

  it('CAL-01 without a date is of today', () => {
    expect(read('')).toEqual({ date: TODAY, broken: false })
  })

  it.each(['', 'x', '2026-02-30', '2026-13-01', '2026-6-1', '0001-01-01', '9999-01-01', '2026-12-01'])(
    'CAL-01 falls back from "%s" and says so',
    (date) => {
      expect(read(`?date=${date}`)).toEqual({ date: TODAY, broken: true })
    },
  )

  it('CAL-02 CHT-09 a day leads to its chart, of the system shown', () => {
    expect(chartOf('2026-10-09' as Day, null)).toBe('/charts?date=2026-10-09')
    expect(chartOf('2026-10-09' as Day, TOTAL)).toBe('/charts?date=2026-10-09&sn=-1')
    expect(chartOf('2026-10-09' as Day, serialNumber('1002'))).toBe('/charts?date=2026-10-09&sn=1002')
  })
})

describe('the week', () => {
  it.each([
    ['de', 'de-DE', 1],
    ['de', 'en-US', 1],
    ['en', 'en-GB', 1],
    ['en', 'de-DE', 1],
    ['en', 'en-US', 7],
  ])('CAL-01 in %s with a browser of %s starts on weekday %i', (language, browser, weekday) => {
    expect(weekStartIn(language, browser)).toBe(weekday)
  })
})
