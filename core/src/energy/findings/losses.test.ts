import { describe, expect, it } from 'vitest'
import { endToEndEvidence, stepsOf } from './losses.ts'
import type { WatchedQuarters } from './quarters.ts'

const CAPACITY = 10_000
const IN_WH = 300
const OUT_WH = 250

/** A battery that goes down from full to `lowest` and up again in steps of a point, `rest` quarters later. */
function dip(lowest: number, rest = 0): WatchedQuarters {
  const down = Array.from({ length: 101 - lowest }, (_, i) => 100 - i)
  const levels = [100, ...down, ...Array.from({ length: rest }, () => lowest), ...down.toReversed(), 100]
  const soc = Float64Array.from(levels)
  const none = new Float64Array(soc.length)
  const charge = soc.map((level, i) => (i > 0 && level > (levels[i - 1] ?? level) ? IN_WH : 0))
  const discharge = soc.map((level, i) => (i > 0 && level < (levels[i - 1] ?? level) ? OUT_WH : 0))
  const excused = new Uint8Array(soc.length)
  return {
    ...{ start: 0, soc, lowest: soc, charge, discharge },
    pv: none,
    import: none,
    feedIn: none,
    excused,
  }
}
const evidenceOf = (quarters: WatchedQuarters) =>
  endToEndEvidence(quarters, stepsOf(quarters, CAPACITY), CAPACITY)
const sum = (column: Float64Array) => column.reduce((total, one) => total + one, 0)

describe('losses from full to full', () => {
  it('HLT-12 are those of all that went in and came out again', () => {
    const { part, whole } = evidenceOf(dip(70))
    // Half of the last quarter is after its middle.
    expect(sum(whole)).toBeCloseTo(29.5 * IN_WH)
    expect(sum(part)).toBeCloseTo(100 * 30 * OUT_WH)
  })

  it.each([
    ['hardly used', dip(90)],
    ['that rested for days', dip(70, 160)],
    ['not known in between', { ...dip(70), charge: dip(70).charge.fill(Number.NaN, 20, 22) }],
    ['excused in between', { ...dip(70), excused: dip(70).excused.fill(1, 20, 22) }],
    ['never full again', { ...dip(70), soc: dip(70).soc.fill(98, 50) }],
  ])('HLT-17 say nothing of a battery %s', (_, quarters) => {
    expect(sum(evidenceOf(quarters).whole)).toBe(0)
  })
})
