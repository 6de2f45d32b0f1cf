import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refused, ruleOf } from '../test/refused.ts'
import { columnOf, getGraph, graph, measuresIn, valuesOf } from './charts.ts'

const { query } = getGraph
const asked = { sn: '1001', interval: 'Day', from_date: '2026-06-18' }

describe('what a chart is asked for', () => {
  it('API-04 is the mean of every measure by default', () => {
    expect(query.parse(asked)).toEqual({ ...asked, method: 'mean', balance: false })
  })

  it('API-04 has a short form', () => {
    const given = {
      ...asked,
      sn: '-1',
      method: 'sum',
      resolution: 'hour',
      series: 'm0,energies',
      balance: '1',
    }
    expect(query.parse(given)).toEqual({ ...given, sn: -1, series: ['m0', 'energies'], balance: true })
  })

  it.each(['2000-01-01', '2024-02-29', '2099-12-31'])('CHT-01 may be %s', (from_date) => {
    expect(refused(query, { ...asked, from_date })).toEqual({})
  })

  it.each([
    ['1999-12-31', 'too_small'],
    ['2100-01-01', 'too_big'],
    ['2026-02-29', 'format'],
    ['18.06.2026', 'format'],
    ['2026-06-18T00:00:00Z', 'format'],
    ['', 'required'],
  ])('CHT-01 is not the day "%s": %s', (from_date, rule) => {
    expect(ruleOf(query, 'from_date', from_date)).toBe(rule)
  })

  it.each([
    ['mean', 'm1', {}],
    ['sum', 'm0,m3,m9', {}],
    ['sum', 'energies,flows', {}],
    ['sum', 'm1', { method: 'senseless' }],
    ['sum', 'm0,m1,m6', { method: 'senseless' }],
    ['max', 'm9', { method: 'senseless' }],
    ['sum', 'm11', { series: 'unknown' }],
    ['sum', 'm2,', { series: 'unknown' }],
    ['sum', 'm11,m2', { series: 'unknown' }],
    ['sum', '', { series: 'required' }],
  ])('CHT-03 the %s of %s: %j', (method, series, faults) => {
    expect(refused(query, { ...asked, method, series })).toEqual(faults)
  })

  it.each([
    ['Quarter', 'hour', {}],
    ['Day', 'day', {}],
    ['Hour', 'month', { resolution: 'senseless' }],
    ['Day', 'month', { resolution: 'senseless' }],
    ['Month', 'month', {}],
    ['Year', 'quarter', {}],
  ])('CHT-03 %s by %s: %j', (interval, resolution, faults) => {
    expect(refused(query, { ...asked, interval, resolution })).toEqual(faults)
  })
})

describe('series names', () => {
  it.each([
    [['m0'], ['m2', 'm4', 'm5', 'load']],
    [
      ['m6', 'm0', 'm2'],
      ['m2', 'm4', 'm5', 'm6', 'load'],
    ],
    [
      ['m10', 'm1'],
      ['m1', 'm10'],
    ],
    [['energies', 'flows'], []],
  ] as const)('CHT-02 %j mean %j', (names, measures) => {
    expect(measuresIn(names)).toEqual(measures)
  })
})

describe('a column', () => {
  it('API-04 has the differences of whole numbers, from the last known one on', () => {
    const values = Float64Array.of(230.04, 230.16, Number.NaN, Number.NaN, 229.9)
    expect(columnOf(values, 10)).toEqual({ per: 10, deltas: [2300, 2, null, null, -3] })
  })

  it('API-04 is read back in its unit', () => {
    const column = { per: 10, deltas: [null, 2300, 2, null, -3] }
    expect(valuesOf(column)).toEqual([null, 230, 230.2, null, 229.9])
    expect(valuesOf({ per: 1, deltas: [] })).toEqual([])
  })

  it('API-04 CHT-05 holds what is known, rounded, and null for the rest', () => {
    fc.assert(
      fc.property(fc.float64Array({ min: -1e6, max: 1e6 }), fc.constantFrom(1, 10, 100), (values, per) => {
        const rounded = Array.from(values, (one) =>
          Number.isNaN(one) ? null : (Math.round(one * per) || 0) / per,
        )
        expect(valuesOf(columnOf(values, per))).toEqual(rounded)
      }),
    )
  })
})

it('API-04 a graph has the series that were asked for, and gaps with their reasons', () => {
  const column = { per: 1, deltas: [5, null] }
  const reported = {
    ...{ sn: -1, interval: 'Day', resolution: 'hour', method: 'mean', time_zone: 'Europe/Berlin' },
    ...{ from_date: '2026-06-18', until_date: '2026-06-19' },
    steps: [{ from: '2026-06-17T22:00:00Z', seconds: 3600, count: 24 }],
    series: { m2: { unit: 'W', method: 'mean', total: 'mean', values: column } },
    energies: null,
    flows: null,
    gaps: [
      { sn: '1001', from: '2026-06-17T22:00:00Z', until: '2026-06-17T23:00:00Z', reason: 'not_measured' },
    ],
    energy_gaps: [],
    energy_gaps_left_out: 3,
    jumps: [],
    disagreements: [],
  }
  expect(graph.parse(reported)).toEqual(reported)
  const { energy_gaps_left_out: _, ...kept } = reported
  expect(graph.parse(kept).energy_gaps_left_out).toBe(0)
  expect(graph.safeParse({ ...reported, series: { m11: reported.series.m2 } }).success).toBe(false)
})
