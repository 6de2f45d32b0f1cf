import type { Expectation, Forecast } from '@kellersonne/contract/energy/forecast'
import { toForecast } from '@kellersonne/contract/energy/forecast'
import type { ForecastQuality, ForecastScore } from '@kellersonne/contract/energy/forecast-record'
import { formats } from '../../src/platform/i18n/format.ts'
import { textsOf } from '../../src/platform/i18n/i18n.ts'

export const ZONE = 'Europe/Berlin'
/** Where every test is: 11:42 in Berlin on 18 June. */
const START = ['2026-06-17T22:00:00.000Z', '2026-06-18T22:00:00.000Z'] as const
const QUARTERS = 96

export const german = <N extends 'forecast' | 'quality' | 'charts' | 'place'>(namespace: N) => ({
  t: textsOf('de', namespace),
  f: formats('de', textsOf('de', 'units')),
})

const flat = (power: number | null) => Array.from({ length: QUARTERS }, () => power)
const excluded = { curtailed: 0, snow: 0, faulty: 0, gap: 0 }
const basis = { history: 300, level: 0.8, method: 'own', excluded } as const

/** A day of 11 kWh of sun with its band, and 10 kWh for the house. */
export const dayWire = (i: 0 | 1): Forecast['days'][number] => ({
  day: i === 0 ? '2026-06-18' : '2026-06-19',
  start: START[i],
  pv: flat(460),
  pv_low: flat(330),
  pv_high: flat(540),
  load: flat(420),
  load_low: flat(200),
  load_high: flat(900),
  load_usual: flat(300),
  sums: {
    pv: { low: 8000, expected: 11_000, high: 13_000 },
    load: { low: 9000, expected: 10_000, high: 12_000 },
  },
})

export const forecastWire = (more: Partial<Forecast> = {}): Forecast => ({
  made_at: '2026-06-18T09:40:00.000Z',
  days: [dayWire(0), dayWire(1)],
  basis: { pv: basis, load: basis },
  outlook: {
    ...{ soc: 64, capacity: 10_000, own_power: 5, efficiency: 0.95, reserve: 1 },
    steps: [
      { from: '2026-06-18T09:42:00.000Z', pv: 460, load: 420, battery: -35, gain: 30, soc: 64.1 },
      { from: '2026-06-18T09:45:00.000Z', pv: 460, load: 420, battery: -35, gain: 30, soc: 64.2 },
    ],
  },
  outlook_gap: null,
  charge: {
    steps: [
      { until: '2026-06-18T09:45:00.000Z', low: 63, expected: 64.1, high: 66 },
      { until: '2026-06-18T10:00:00.000Z', low: 62, expected: 64.2, high: 68 },
    ],
    full: {
      earliest: '2026-06-18T10:38:00.000Z',
      expected: '2026-06-18T11:20:00.000Z',
      latest: '2026-06-18T12:12:00.000Z',
    },
    lasts: null,
  },
  bad_weather: null,
  weather: { state: 'off', issued_at: null, source: null },
  without: [],
  ...more,
})
export const expectation = (more: Partial<Forecast> = {}): Expectation => toForecast(forecastWire(more))

export const score = (more: Partial<ForecastScore> = {}): ForecastScore => ({
  ...{
    days: 28,
    error: 18.4,
    bias: 3.2,
    within_band: 82.1,
    to_yesterday: 0.76,
    to_week: 0.92,
    no_better: false,
  },
  best: { day: '2026-06-01', low: 8000, expected: 11_000, high: 13_000, outcome: 11_020, why: null },
  worst: { day: '2026-06-09', low: 8000, expected: 11_000, high: 13_000, outcome: 2000, why: null },
  ...more,
})

export const noneExcluded = { gap: 0, not_forecast: 0, curtailed: 0, snow: 0, faulty: 0 }
const kind = { excluded: { ...noneExcluded, gap: 2, not_forecast: 1 }, score: score() }
export const qualityWire = (more: Partial<ForecastQuality> = {}): ForecastQuality => ({
  since: '2026-05-01',
  periods: [
    {
      length: 30,
      days: 31,
      reissued: 12,
      pv: kind,
      load: { ...kind, score: score({ no_better: true, to_week: 1.04 }) },
    },
    {
      length: 365,
      days: 31,
      reissued: 0,
      pv: kind,
      load: { ...kind, score: score({ days: 5, no_better: null }) },
    },
  ],
  recent: {
    pv: [
      { day: '2026-06-14', low: 8000, expected: 11_000, high: 13_000, outcome: 10_000, why: null },
      { day: '2026-06-17', low: 8000, expected: 11_000, high: 13_000, outcome: 2000, why: null },
    ],
    load: [],
  },
  ...more,
})
