import { type Day, startOfDay } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import type { Range } from '../lane.ts'
import { stepTicks, timeTicks } from './ticks.ts'

const ZONE = 'Europe/Berlin'
const range = (from: string, to: string): Range => [
  startOfDay(from as Day, ZONE).getTime(),
  startOfDay(to as Day, ZONE).getTime(),
]
const clock = (at: number, timeZone = ZONE) =>
  new Intl.DateTimeFormat('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
const clocks = (of: Range, most: number, timeZone = ZONE) =>
  timeTicks(of, most, timeZone).map(({ at }) => clock(at, timeZone))

describe('times at the axis', () => {
  it('CHT-07 an ordinary day has whole hours, its end among them', () => {
    expect(clocks(range('2026-06-09', '2026-06-10'), 8)).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '00:00',
    ])
  })

  it('CHT-07 the hour that is skipped is missing, the one that comes twice is there twice', () => {
    const spring = clocks(range('2026-03-29', '2026-03-30'), 25)
    expect(spring.slice(0, 5)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00'])
    expect(spring).toHaveLength(24)
    const autumn = clocks(range('2026-10-25', '2026-10-26'), 26)
    expect(autumn.slice(0, 5)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00'])
    expect(autumn).toHaveLength(26)
  })

  it('CHT-07 clocks that change by half an hour stay at whole hours', () => {
    const zone = 'Australia/Lord_Howe'
    const day: Range = [
      startOfDay('2026-10-04' as Day, zone).getTime(),
      startOfDay('2026-10-05' as Day, zone).getTime(),
    ]
    expect(clocks(day, 8, zone).slice(0, 4)).toEqual(['00:00', '03:00', '06:00', '09:00'])
  })

  it('CHT-01 a month has days, a year has months', () => {
    const month = timeTicks(range('2026-06-01', '2026-07-01'), 10, ZONE)
    expect(month.map(({ day }) => day.slice(8))).toEqual(['01', '08', '15', '22', '01'])
    const year = timeTicks(range('2026-01-01', '2027-01-01'), 12, ZONE)
    expect(year.every(({ unit, day }) => unit === 'month' && day.endsWith('-01'))).toBe(true)
    expect(year).toHaveLength(7)
  })

  it('CHT-08 closer in there are quarters', () => {
    const [start] = range('2026-06-09', '2026-06-10')
    expect(clocks([start + 9 * 3_600_000, start + 10 * 3_600_000], 6)).toEqual([
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '10:00',
    ])
  })

  it('CHT-01 columns are named in their middle, not more of them than there is room for', () => {
    const edges = [0, 10, 20, 30, 40]
    expect(stepTicks(edges, [0, 40], 2).map(({ at, start }) => [at, start])).toEqual([
      [5, 0],
      [25, 20],
    ])
  })
})
