import { describe, expect, it } from 'vitest'
import { dayOf } from '../time/days.ts'
import { nextPeriod } from '../time/periods.ts'
import {
  kindOf,
  type Measure,
  measures,
  methods,
  rangeOf,
  resolutionsOf,
  startsOf,
  stepsOf,
  totalOf,
  unitOf,
} from './charts.ts'

const day = (text: string) => dayOf(new Date(text), 'UTC')
const HOUR = 3_600_000

describe('units', () => {
  it.each<[string, Measure[], string, string]>([
    ['voltages', ['gridVoltage'], 'V', 'V'],
    ['percentages', ['soc'], '%', '%'],
    ['powers', ['grid', 'pv', 'battery', 'load', 'output', 'energyForecast', 'loadForecast'], 'W', 'Wh'],
    ['energies', ['charge', 'discharge'], 'Wh', 'Wh'],
  ])('CHT-03 of %s, by their mean and by their sum', (_, of, mean, sum) => {
    for (const measure of of)
      expect([unitOf(measure, 'mean'), unitOf(measure, 'min'), unitOf(measure, 'sum')]).toEqual([
        mean,
        mean,
        sum,
      ])
  })
})

describe('the total', () => {
  it('CHT-06 says of every measure and method whether it averages or sums', () => {
    const summed = (closed: boolean) =>
      measures.flatMap((measure) =>
        methods
          .filter((method) => totalOf(measure, method, closed) === 'sum')
          .map((method) => `${measure} ${method}`),
      )
    const always = measures
      .filter(
        (measure) =>
          ['energy', 'output'].includes(kindOf[measure]) || ['pv', 'energyForecast'].includes(measure),
      )
      .flatMap((measure) => methods.map((method) => `${measure} ${method}`))
    const powers = (['grid', 'battery', 'load', 'loadForecast'] as const).map((measure) => `${measure} sum`)
    expect(summed(false).toSorted()).toEqual([...always, ...powers].toSorted())
    const closed = (['grid', 'battery', 'load', 'loadForecast'] as const).flatMap((measure) =>
      methods.map((method) => `${measure} ${method}`),
    )
    expect(summed(true).toSorted()).toEqual([...always, ...closed].toSorted())
  })
})

describe('resolutions', () => {
  it('CHT-03 none is longer than the period', () => {
    expect(resolutionsOf('day')).toEqual(['quarter', 'hour', 'day'])
    for (const period of ['month', 'year'] as const)
      expect(resolutionsOf(period)).toEqual(['quarter', 'hour', 'day', 'month'])
  })
})

describe('the runs of steps', () => {
  const runs = (of: ReturnType<typeof stepsOf>) => of.map(({ ms, count }) => [ms / HOUR, count])

  it('CHT-07 days of the same length are one run, and one on which clocks change its own', () => {
    const october = rangeOf(day('2026-10-05'), 'month', 'Europe/Berlin')
    expect(runs(stepsOf(october, 'day'))).toEqual([
      [24, 24],
      [25, 1],
      [24, 6],
    ])
    expect(runs(stepsOf(october, 'hour'))).toEqual([[1, 745]])
    expect(runs(stepsOf(october, 'month'))).toEqual([[745, 1]])
  })

  it('CHT-07 the last hour is half as long where clocks change by half an hour', () => {
    const april = rangeOf(day('2026-04-20'), 'month', 'Australia/Lord_Howe')
    expect(runs(stepsOf(april, 'hour'))).toEqual([
      [1, 4 * 24 + 24],
      [0.5, 1],
      [1, 25 * 24],
    ])
  })

  it('CHT-07 a day that a zone left out has no steps, and neither has its month for it', () => {
    const left = day('2011-12-30')
    const december = rangeOf(left, 'month', 'Pacific/Apia')
    expect(runs(stepsOf(december, 'day'))).toEqual([[24, 30]])
    expect(runs(stepsOf(december, 'hour'))).toEqual([[1, 720]])
    for (const resolution of resolutionsOf('day'))
      expect(startsOf(stepsOf(rangeOf(left, 'day', 'Pacific/Apia'), resolution))).toEqual([])
    expect(stepsOf(rangeOf(left, 'day', 'Pacific/Apia'), 'day')).toEqual([])
  })

  it('CHT-07 a year has its months', () => {
    const starts = startsOf(stepsOf(rangeOf(day('2026-02-03'), 'year', 'UTC'), 'month'))
    expect(starts.map((ms) => new Date(ms).toISOString().slice(5, 10))).toEqual(
      Array.from({ length: 12 }, (_, i) => `${String(i + 1).padStart(2, '0')}-01`),
    )
    expect(nextPeriod(day('2027-12-31'), 'year')).toBe('2028-01-01')
  })

  it('CHT-07 begin one length after the other', () => {
    const of = [
      { from: 1000, ms: 10, count: 3 },
      { from: 1030, ms: 5, count: 2 },
    ]
    expect(startsOf(of)).toEqual([1000, 1010, 1020, 1030, 1035])
  })
})
