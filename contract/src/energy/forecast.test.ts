import { socForecast } from '@kellersonne/core/energy/forecast/charge'
import type { DayCourse } from '@kellersonne/core/energy/forecast/forecast'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { forecast, toForecast, toWireSteps } from './forecast.ts'

it('DSH-04 DSH-11 the steps of an outlook survive the wire, with when and from what each begins', () => {
  const start = new Date('2026-06-17T22:00:00Z')
  const day = (power: number): DayCourse[] => [
    {
      day: '2026-06-18' as DayCourse['day'],
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

describe('what is expected', () => {
  const START = '2026-06-17T22:00:00Z'
  const told = forecast.parse({
    made_at: '2026-06-18T03:00:00Z',
    days: [{ day: '2026-06-18', start: START, pv: [0, null], load: [310, 290] }],
    basis: { pv: { history: 14, level: 0.8 }, load: { history: 9, level: 1 } },
    outlook: { soc: 50, capacity: 5000, own_power: 5, efficiency: 0.95, reserve: 1, steps: [] },
    outlook_gap: null,
    bad_weather: { empty_at: '2026-06-18T23:15:00Z', ends_at: null },
    without: ['1002'],
  })

  it('DSH-04 DSH-12 is read from the wire', () => {
    expect(toForecast(told)).toEqual({
      madeAt: new Date('2026-06-18T03:00:00Z'),
      days: [{ day: '2026-06-18', start: new Date(START), pv: [0, null], load: [310, 290] }],
      basis: { pv: { history: 14, level: 0.8 }, load: { history: 9, level: 1 } },
      outlook: { soc: 50, capacity: 5000, ownPower: 5, efficiency: 0.95, reserve: 1, steps: [] },
      outlookGap: null,
      badWeather: { emptyAt: new Date('2026-06-18T23:15:00Z'), endsAt: null },
      without: ['1002'],
    })
  })

  it('DSH-12 PRD-05 of a total may be nothing yet, without an outlook or a reason', () => {
    const nothing = { ...told, made_at: null, basis: null, outlook: null, bad_weather: null }
    expect(toForecast(forecast.parse(nothing))).toMatchObject({
      ...{ madeAt: null, basis: null, outlook: null, outlookGap: null, badWeather: null },
    })
  })
})
