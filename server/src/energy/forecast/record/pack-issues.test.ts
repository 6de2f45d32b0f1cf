import { LONGEST_DAY } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { byQuarter, hourly } from './coarse-band.ts'
import { type Issues, packIssues, unpackIssues } from './pack-issues.ts'

const bell = (quarters: number, height: number, noise: number) =>
  Float64Array.from({ length: quarters }, (_, i) => {
    const sun = Math.max(0, Math.sin((Math.PI * (i - 20)) / (quarters - 40)))
    // Neither steady nor random: as a forecast from many days is.
    return Math.max(0, sun * height * (1 + noise * Math.sin(i * 7.3)))
  })
const house = (quarters: number) =>
  Float64Array.from(
    { length: quarters },
    (_, i) => 260 + 90 * Math.sin(i / 6) + 25 * Math.sin(i * 1.7) + (i > 68 && i < 80 ? 300 : 0),
  )
const scaled = (values: Float64Array, by: number) => hourly(values.map((value) => value * by))
const sum = (expected: number) => ({ low: expected * 0.6, expected, high: expected * 1.4 })

function issuesOf(quarters: number): Issues {
  const [pv, load] = [bell(quarters, 6300, 0.05), house(quarters)]
  return {
    ...{ first: 0, weather: true, sums: { pv: sum(31_870), load: sum(9440) } },
    pv: { method: 'weather', course: pv, low: scaled(pv, 0.35), high: scaled(pv, 1.3) },
    load: { method: 'own', course: load, low: scaled(load, 0.5), high: scaled(load, 2.5) },
    hours: Array.from({ length: quarters / 4 }, (_, hour) => ({
      pv: sum(hour < 6 ? 31_870 : 31_000 + 900 * Math.sin(Math.min(hour, 20) / 3)),
      load: sum(9440 + 200 * Math.sin(hour / 4)),
    })),
  }
}

/** The row's own bytes: header, columns, outcome, and its place in the page and in the index of the primary key. */
const ROW_BYTES = 24 + 8 + 4 + 4 + 4 + 16 + 4 + 27

describe('the forecasts of a day', () => {
  it.each([92, 96, 100, LONGEST_DAY.quarters])(
    'FCT-30 come back from %i quarters as they are shown',
    (quarters) => {
      const reported = issuesOf(quarters)
      const back = unpackIssues(packIssues(reported), quarters)
      expect([back.first, back.weather, back.pv.method, back.load.method]).toEqual([
        0,
        true,
        'weather',
        'own',
      ])
      const known = reported.hours.map((_, hour) => back.hours[hour]?.load != null)
      expect(known).toEqual(reported.hours.map(() => true))
      const [before, after] = [reported, back].map(({ hours }) => hours[3]?.pv?.expected ?? 0)
      expect(Math.abs((before ?? 0) - (after ?? 0))).toBeLessThanOrEqual(31_870 / 100)
      for (const kind of ['pv', 'load'] as const) {
        const highest = Math.max(...reported[kind].course)
        const { low, high } = byQuarter(back[kind])
        back[kind].course.forEach((power, i) => {
          expect(Math.abs(power - (reported[kind].course[i] ?? 0))).toBeLessThanOrEqual(highest / 25)
          expect(low[i]).toBeLessThanOrEqual(power)
          expect(high[i]).toBeGreaterThanOrEqual(power)
        })
        back[kind].high.forEach((power, hour) => {
          expect(Math.abs(power - (reported[kind].high[hour] ?? 0))).toBeLessThanOrEqual(highest / 8)
        })
      }
      expect(packIssues(back)).toEqual(packIssues(reported))
    },
  )

  it('FCT-30 take at most 300 bytes with their row, and become coarse rather than more', () => {
    expect(packIssues(issuesOf(96)).length + ROW_BYTES).toBeLessThanOrEqual(300)
    const wild = Float64Array.from({ length: 100 }, (_, i) => 3000 + 3000 * Math.sin(i * i))
    const kind = { method: 'own', course: wild, low: hourly(wild), high: scaled(wild, 3) } as const
    const issues = { ...issuesOf(100), pv: kind, load: kind }
    expect(packIssues(issues).length + ROW_BYTES).toBeLessThanOrEqual(300)
  })

  it('FCT-30 keep what is not known', () => {
    const nothing = new Float64Array(96).fill(Number.NaN)
    const none = new Float64Array(24).fill(Number.NaN)
    const half = bell(96, 500, 0).map((power, i) => (i < 50 ? power : Number.NaN))
    const unknown = { method: 'none', course: nothing, low: none, high: none } as const
    const reported: Issues = {
      ...{ first: 40, weather: false, sums: { pv: null, load: null } },
      pv: { method: 'recent', course: half, low: none, high: none },
      load: unknown,
      hours: [...Array(10).fill(null), { pv: sum(100), load: null }],
    }
    const back = unpackIssues(packIssues(reported), 96)
    expect(back).toMatchObject({ first: 40, weather: false, load: unknown, sums: { pv: null, load: null } })
    expect(back.pv.course.findLastIndex((power) => !Number.isNaN(power))).toBe(49)
    expect([back.hours[9], back.hours[10], back.hours[11]]).toEqual([
      null,
      { pv: sum(100), load: null },
      null,
    ])
  })
})
