import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, QUARTER_MS } from '../time/days.ts'
import { nextPeriod, periods } from '../time/periods.ts'
import {
  boundsOf,
  measures,
  methodsOf,
  rangeOf,
  resolutionsOf,
  startsOf,
  stepsOf,
  totalOf,
} from './charts.ts'
import { combine, flowsOf, foldSteps, houseOf } from './charts-fold.ts'

const day = (text: string) => text as Day
const HOUR_MS = 3_600_000
const NONE = Number.NaN

describe('ranges', () => {
  it.each([
    ['2026-12-31', 'day', '2027-01-01'],
    ['2026-01-31', 'month', '2026-02-01'],
    ['2028-02-29', 'month', '2028-03-01'],
    ['2028-02-29', 'year', '2029-01-01'],
  ] as const)('CHT-07 the %s of %s is followed by %s', (from, period, next) => {
    expect(nextPeriod(day(from), period)).toBe(next)
  })
})

describe('steps', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 92, 23, HOUR_MS],
    ['Europe/Berlin', '2026-10-25', 100, 25, HOUR_MS],
    ['Asia/Kolkata', '2026-10-25', 96, 24, HOUR_MS],
    ['Australia/Lord_Howe', '2026-04-05', 98, 25, HOUR_MS / 2],
    ['Australia/Lord_Howe', '2026-10-04', 94, 24, HOUR_MS / 2],
  ])('CHT-07 in %s %s has %i quarters and %i hours', (timeZone, date, quarters, hours, last) => {
    const range = rangeOf(day(date), 'day', timeZone)
    expect(startsOf(stepsOf(range, 'quarter'))).toHaveLength(quarters)
    expect(startsOf(stepsOf(range, 'hour'))).toHaveLength(hours)
    expect(stepsOf(range, 'hour').at(-1)?.ms).toBe(last)
  })

  it('CHT-07 fill every range without gap or overlap, whatever the zone and the resolution', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Asia/Kathmandu',
      'UTC',
    )
    const date = fc.integer({ min: 0, max: 3650 }).map((count) => dayAfter(day('2020-01-01'), count))
    fc.assert(
      fc.property(zone, date, fc.constantFrom(...periods), (timeZone, any, period) => {
        const range = rangeOf(any, period, timeZone)
        const { start, end } = boundsOf(range)
        for (const resolution of resolutionsOf(period)) {
          let at = start.getTime()
          for (const { from, ms, count } of stepsOf(range, resolution)) {
            expect(from).toBe(at)
            expect(ms % QUARTER_MS).toBe(0)
            at += ms * count
          }
          expect(at).toBe(end.getTime())
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('values of steps', () => {
  const quarters = Float64Array.of(1, NONE, 3, 8, NONE, NONE, NONE, NONE)
  const hours = [{ from: 0, ms: HOUR_MS, count: 2 }]
  it.each([
    ['mean', 4],
    ['min', 1],
    ['max', 8],
    ['sum', 12],
  ] as const)(
    'CHT-03 CHT-05 by %s are made of what is known, and unknown where nothing is',
    (method, value) => {
      expect([...foldSteps(quarters, 0, hours, method)]).toEqual([value, NONE])
    },
  )

  it('CHT-06 of systems are averaged or summed over those that are known', () => {
    const [a, b] = [Float64Array.of(1, NONE, NONE), Float64Array.of(3, 5, NONE)]
    expect([...combine([a, b], 'mean')]).toEqual([2, 5, NONE])
    expect([...combine([a, b], 'sum')]).toEqual([4, 5, NONE])
  })

  it('PRD-08 the house draws what came in less what left', () => {
    const one = (value: number) => Float64Array.of(value)
    const flows = flowsOf({
      pv: one(100),
      import: one(20),
      feedIn: one(10),
      charge: one(30),
      discharge: one(5),
    })
    expect([...houseOf(flows)]).toEqual([85])
  })
})

describe('methods', () => {
  it('CHT-03 no voltage and no percentage is summed, no energy averaged', () => {
    const summed = measures.filter((measure) => methodsOf(measure).includes('sum'))
    expect(summed).not.toContain('gridVoltage')
    expect(summed).not.toContain('soc')
    expect(methodsOf('charge')).toEqual(['sum'])
  })

  it('CHT-06 averages grid, battery and state of charge and sums the sun; a balance sums all powers', () => {
    const of = (closed: boolean) =>
      (['grid', 'pv', 'battery', 'soc'] as const).map((m) => totalOf(m, 'mean', closed))
    expect(of(false)).toEqual(['mean', 'sum', 'mean', 'mean'])
    expect(of(true)).toEqual(['sum', 'sum', 'sum', 'mean'])
  })

  it('CHT-06 a forecast follows what it forecasts', () => {
    for (const closed of [true, false])
      for (const method of methodsOf('loadForecast')) {
        expect(totalOf('energyForecast', method, closed)).toBe(totalOf('pv', method, closed))
        expect(totalOf('loadForecast', method, closed)).toBe(totalOf('load', method, closed))
      }
  })
})
