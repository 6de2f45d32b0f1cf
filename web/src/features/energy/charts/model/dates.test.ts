import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Day } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { createWallClock } from '../../../../ui/chart/axis/wallClock.ts'
import { alignTo, comparedDate } from './comparing.ts'
import { isoWithOffset, stepped } from './dates.ts'

const day = (text: string) => text as Day
const HOUR = 3_600_000

describe('periods', () => {
  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['month', '2026-01-31', 1, '2026-02-28'],
    ['month', '2026-01-15', -1, '2025-12-15'],
    ['year', '2024-02-29', 1, '2025-02-28'],
  ] as const)('CHT-08 the %s after %s by %d is %s', (period, date, count, other) => {
    expect(stepped(period, day(date), count)).toBe(other)
  })

  it('CHT-11 compares with the one before or last year', () => {
    expect(comparedDate('month', day('2026-06-09'), 'previous')).toBe('2026-05-09')
    expect(comparedDate('day', day('2026-06-09'), 'year')).toBe('2025-06-09')
    expect(comparedDate('day', day('2026-06-09'), 'none')).toBeNull()
  })
})

describe('the wall clock', () => {
  it('CHT-07 is right at every quarter of the days on which clocks change', () => {
    const iso = (start: string, count: number) => {
      const clock = createWallClock('Europe/Berlin')
      return Array.from({ length: count }, (_, i) => isoWithOffset(clock(Date.parse(start) + i * HOUR)))
    }
    expect(iso('2026-10-24T22:00:00Z', 5)).toEqual([
      '2026-10-25T00:00:00+02:00',
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ])
    expect(iso('2026-03-29T00:00:00Z', 2)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00'])
  })

  it('CHT-04 writes offsets behind UTC, and of half hours', () => {
    expect(isoWithOffset(createWallClock('America/St_Johns')(Date.parse('2026-01-01T12:00:00Z')))).toBe(
      '2026-01-01T08:30:00-03:30',
    )
  })
})

describe('another period beside this one', () => {
  const data = (from: string, hours: number, values: (number | null)[]): GraphData => ({
    timeZone: 'Europe/Berlin',
    from: day('2026-03-29'),
    until: day('2026-03-30'),
    edges: Array.from({ length: hours + 1 }, (_, i) => Date.parse(from) + i * HOUR),
    series: new Map([['pv', { unit: 'W', method: 'mean', total: null, values } satisfies MeasuredSeries]]),
    energies: null,
    flows: null,
    gaps: [],
    energyGaps: [],
    jumps: [],
    disagreements: [],
  })
  const hours = (count: number) => Array.from({ length: count }, (_, i) => i)

  it('CHT-07 CHT-11 goes by what the clocks showed: 23 hours beside 24', () => {
    const spring = data('2026-03-28T23:00:00Z', 23, hours(23))
    const before = data('2026-03-27T23:00:00Z', 24, hours(24))
    const values = alignTo(spring, before, 'day').series.get('pv')?.values
    expect(values).toEqual([0, 1, 3, ...hours(24).slice(4)])
  })

  it('CHT-07 CHT-11 and 25 hours beside 24, the one that came twice beside the same', () => {
    const autumn = data('2026-10-24T22:00:00Z', 25, hours(25))
    const before = data('2026-10-23T22:00:00Z', 24, hours(24))
    const values = alignTo(autumn, before, 'day').series.get('pv')?.values
    expect(values?.slice(0, 5)).toEqual([0, 1, 2, 2, 3])
    expect(values).toHaveLength(25)
  })

  it('CHT-07 CHT-11 of an hour that came twice the first counts', () => {
    const after = data('2026-10-25T23:00:00Z', 24, hours(24))
    const autumn = data('2026-10-24T22:00:00Z', 25, hours(25))
    expect(alignTo(after, autumn, 'day').series.get('pv')?.values.slice(0, 5)).toEqual([0, 1, 2, 4, 5])
  })
})
