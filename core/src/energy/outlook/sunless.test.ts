import { expect, it } from 'vitest'
import { dayOf } from '../../time/days.ts'
import { wattHours } from '../../units/units.ts'
import type { DayForecast, Forecast } from '../forecast/forecast.ts'
import { sunlessDays } from './sunless.ts'

const day = (date: number, low: number, expected: number, high: number): DayForecast => ({
  day: dayOf(new Date(Date.UTC(2026, 11, 10 + date)), 'UTC'),
  start: new Date(Date.UTC(2026, 11, 10 + date)),
  ...{ quarters: [], low: [], high: [], usual: [] },
  sum: { low: wattHours(low), expected: wattHours(expected), high: wattHours(high) },
})
const forecast = (method: Forecast['method'], ...highs: number[]): Forecast => ({
  days: highs.map((high, i) => day(i, high / 4, high / 2, high)),
  ...{ history: 60, level: 1, method, weather: 'none' },
  excluded: { curtailed: 0, snow: 0, faulty: 0, gap: 0 },
})
const house = forecast('own', 16_000, 16_000, 16_000)

it('ALR-32 there is little sun if even much of it does not cover the house on either of the next two days', () => {
  expect(sunlessDays(forecast('own', 20_000, 7000, 8119), house)).toEqual({ pv: 15_119, load: 16_000 })
  expect(sunlessDays(forecast('own', 20_000, 7000, 8120), house)).toBeNull()
  expect(sunlessDays(forecast('own', 20_000, 8200, 3000), house)).toBeNull()
})

it('ALR-32 nothing is said by a forecast without a record of its own, or of fewer days', () => {
  expect(sunlessDays(forecast('weather', 0, 0, 0), house)).not.toBeNull()
  for (const method of ['recent', 'naive', 'none'] as const) {
    expect(sunlessDays(forecast(method, 0, 0, 0), house)).toBeNull()
    expect(sunlessDays(forecast('own', 0, 0, 0), { ...house, method })).toBeNull()
  }
  expect(sunlessDays(forecast('own', 0, 0), house)).toBeNull()
})
