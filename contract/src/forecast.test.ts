import { QUARTER_MS } from '@kellersonne/core/days'
import type { DayForecast } from '@kellersonne/core/forecast'
import { percent, wattHours, watts } from '@kellersonne/core/units'
import { socForecast } from '@kellersonne/core/weather'
import { expect, it } from 'vitest'
import { forecast, toForecast, toWireSteps } from './forecast.ts'

it('DSH-04 DSH-11 the steps of an outlook survive the wire, with when and from what each begins', () => {
  const start = new Date('2026-06-17T22:00:00Z')
  const day = (power: number): DayForecast[] => [
    {
      day: '2026-06-18' as DayForecast['day'],
      start,
      quarters: Array.from({ length: 96 }, () => watts(power)),
    },
  ]
  const now = new Date(start.getTime() + 3 * QUARTER_MS + 60_000)
  const outlook = { now, soc: percent(50), capacity: wattHours(5000), pv: day(100), load: day(400) }
  const steps = socForecast(outlook) ?? []
  const wire = forecast.parse({
    made_at: null,
    days: [],
    basis: null,
    outlook: {
      soc: 50,
      capacity: 5000,
      own_power: 5,
      efficiency: 0.95,
      reserve: 1,
      steps: toWireSteps(steps),
    },
    outlook_gap: null,
    bad_weather: null,
    without: [],
  })
  expect(steps).toHaveLength(93)
  expect(toForecast(wire).outlook?.steps).toEqual(steps)
})
