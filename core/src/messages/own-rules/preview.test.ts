import { describe, expect, it } from 'vitest'
import type { OwnRule } from './own-rule.ts'
import { openPreview } from './preview.ts'

const MINUTE = 60_000
const DAY = 1440
/** Midnight in Berlin, four days before the clocks change. */
const START = Date.UTC(2026, 9, 20, 22)
const reader = { quiet: false, zoneOf: () => 'Europe/Berlin' }
const low: OwnRule = { quantity: 'soc', comparison: 'below', threshold: 20, minutes: 10 }

/** Judges `days` by the value of each minute since midnight. */
function judged(
  rule: OwnRule,
  days: number,
  valueAt: (minute: number, day: number) => number,
  quiet = false,
) {
  const preview = openPreview(rule, { ...reader, quiet })
  const end = days * DAY
  for (let m = 0; m < end; m += 1)
    preview.add({ at: new Date(START + m * MINUTE), value: valueAt(m % DAY, Math.floor(m / DAY)) })
  return preview.ended(new Date(START + end * MINUTE))
}
const between = (m: number, from: number, until: number) => m >= from * 60 && m < until * 60

describe('the preview of a rule', () => {
  it('ALR-28 counts how many times it would have been reported, through a change of clocks', () => {
    const found = judged(low, 8, (m, day) => (day % 2 && between(m, 3, 6) ? 10 : 60))
    expect(found).toMatchObject({ fulfilled: 4, times: 4, verdict: 'sometimes' })
    expect(found.share).toBeCloseTo((100 * 4 * (180 - 10)) / (8 * DAY), 1)
  })

  it('ALR-28 says that a rule would be fulfilled nearly always, and that it is reported only once', () => {
    expect(judged(low, 5, () => 10)).toMatchObject({ times: 1, verdict: 'always' })
    expect(
      judged({ ...low, comparison: 'above', threshold: 0 }, 5, (m) => (between(m, 1, 3) ? 0 : 40)),
    ).toMatchObject({
      verdict: 'always',
    })
  })

  it('ALR-28 says that a rule would never have been fulfilled, or too often', () => {
    expect(judged(low, 3, (m) => (m % 10 < 9 ? 10 : 60))).toMatchObject({ times: 0, verdict: 'never' })
    const often = judged(low, 6, (m) => (between(m % (12 * 60), 2, 5) ? 10 : 60))
    expect(often).toMatchObject({ fulfilled: 12, times: 3, verdict: 'often' })
  })

  it('ALR-27 ALR-28 counts what comes and goes as that, at most three times a day', () => {
    const found = judged({ ...low, minutes: 0 }, 3, (m) => (m % 30 < 15 ? 10 : 60))
    expect(found.times).toBe(3)
  })

  it('ALR-28 counts what ends during quiet hours as not reported', () => {
    const atNight = (m: number) => (between(m, 1, 3) ? 10 : 60)
    expect(judged(low, 2, atNight, true)).toMatchObject({ fulfilled: 2, times: 0 })
    expect(judged(low, 2, atNight)).toMatchObject({ fulfilled: 2, times: 2 })
  })

  it('ALR-28 knows nothing without measurements', () => {
    expect(openPreview(low, reader).ended(new Date(START))).toEqual({
      fulfilled: 0,
      times: 0,
      share: null,
      verdict: null,
    })
  })
})
