import { describe, expect, it } from 'vitest'
import type { DayForecast } from '../energy/forecast/forecast.ts'
import type { Day } from '../time/days.ts'
import { wattHours, watts } from '../units/units.ts'
import { totalDays } from './total-days.ts'

const start = new Date('2026-06-17T22:00:00Z')
const course = (power: number | null) =>
  Array.from({ length: 96 }, () => (power === null ? null : watts(power)))
const day = (scale: number, more: Partial<DayForecast> = {}): DayForecast => ({
  ...{ day: '2026-06-18' as Day, start, quarters: course(100 * scale), usual: course(90 * scale) },
  ...{ low: course(50 * scale), high: course(200 * scale) },
  sum: {
    low: wattHours(1000 * scale),
    expected: wattHours(2400 * scale),
    high: wattHours(4000 * scale),
  },
  ...more,
})

describe('the forecast of all systems', () => {
  it('FCT-06 adds bands as if all had much, or little, at once', () => {
    const [total] = totalDays([[day(1)], [day(2)]])
    expect([total?.quarters[40], total?.low[40], total?.high[40], total?.usual[40]]).toEqual([
      ...[300, 150, 600],
      null,
    ])
    expect(total?.sum).toEqual({ low: 3000, expected: 7200, high: 12_000 })
  })

  it('FCT-06 has no band where a system that counts has none', () => {
    const [total] = totalDays([[day(1)], [day(2, { low: course(null), high: course(null), sum: null })]])
    expect([total?.quarters[40], total?.low[40], total?.high[40], total?.sum]).toEqual([
      300,
      null,
      null,
      null,
    ])
  })

  it('FCT-06 leaves out systems whose quarter is not known, from the band as from the course', () => {
    const mute = day(2, { quarters: course(null), low: course(null), high: course(null), sum: null })
    const [total] = totalDays([[day(1)], [mute]])
    expect([total?.quarters[40], total?.low[40], total?.high[40], total?.sum]).toEqual([100, 50, 200, null])
  })

  it('FCT-06 has no sum of days that begin at other instants', () => {
    const abroad = day(1, { start: new Date(start.getTime() + 3_600_000) })
    const [total] = totalDays([[day(1)], [abroad]])
    expect([total?.low[0], total?.low[8], total?.sum]).toEqual([50, 100, null])
    expect(totalDays([])).toEqual([])
  })
})
