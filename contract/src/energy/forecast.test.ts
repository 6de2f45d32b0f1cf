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
    charge: null,
    bad_weather: null,
    weather: null,
    without: [],
  })
  expect(steps).toHaveLength(93)
  expect(toForecast(wire).outlook?.steps).toEqual(steps)
})

describe('what is expected', () => {
  const START = '2026-06-17T22:00:00Z'
  const NONE = { curtailed: 0, snow: 0, faulty: 0, gap: 0 }
  const ENDS = '2026-06-18T12:00:00Z'
  const reported = forecast.parse({
    made_at: '2026-06-18T03:00:00Z',
    days: [
      {
        ...{ day: '2026-06-18', start: START, pv: [0, null], load: [310, 290] },
        ...{ pv_low: [0, null], pv_high: [20, null], load_low: [200, 180], load_high: [700, 690] },
        load_usual: [250, 240],
        sums: { pv: { low: 1000, expected: 2000, high: 3500 }, load: null },
      },
    ],
    basis: {
      pv: { history: 14, level: 0.8, method: 'own', excluded: NONE },
      load: { history: 9, level: 1, method: 'recent', excluded: NONE },
    },
    outlook: { soc: 50, capacity: 5000, own_power: 5, efficiency: 0.95, reserve: 1, steps: [] },
    outlook_gap: null,
    charge: {
      steps: [{ until: ENDS, low: 40, expected: 60, high: 90 }],
      full: { earliest: ENDS, expected: null, latest: null },
      lasts: null,
    },
    bad_weather: { empty_at: '2026-06-18T23:15:00Z', ends_at: null },
    weather: { state: 'no_place', issued_at: null, source: null },
    without: ['1002'],
  })

  it('DSH-04 DSH-12 is read from the wire', () => {
    expect(toForecast(reported)).toEqual({
      madeAt: new Date('2026-06-18T03:00:00Z'),
      days: [
        {
          ...{ day: '2026-06-18', start: new Date(START), pv: [0, null], load: [310, 290] },
          pvBand: { low: [0, null], high: [20, null] },
          loadBand: { low: [200, 180], high: [700, 690] },
          loadUsual: [250, 240],
          sums: { pv: { low: 1000, expected: 2000, high: 3500 }, load: null },
        },
      ],
      basis: reported.basis,
      outlook: { soc: 50, capacity: 5000, ownPower: 5, efficiency: 0.95, reserve: 1, steps: [] },
      outlookGap: null,
      charge: {
        steps: [{ until: new Date(ENDS), low: 40, expected: 60, high: 90 }],
        full: { earliest: new Date(ENDS), expected: null, latest: null },
        lasts: null,
      },
      badWeather: { emptyAt: new Date('2026-06-18T23:15:00Z'), endsAt: null },
      weather: { state: 'no_place', issuedAt: null, source: null },
      without: ['1002'],
    })
  })

  it('DSH-12 PRD-05 of a total may be nothing yet, without an outlook or a reason', () => {
    const nothing = { ...reported, made_at: null, basis: null, outlook: null, bad_weather: null }
    expect(toForecast(forecast.parse(nothing))).toMatchObject({
      ...{ madeAt: null, basis: null, outlook: null, outlookGap: null, badWeather: null },
    })
  })
})
