import { describe, expect, it } from 'vitest'
import { roundTrip } from './round-trip.ts'
import { stateOfHealth } from './state-of-health.ts'
import { ageingBattery } from './test/ageing-battery.ts'
import { batteryUse } from './use.ts'

const battery = ageingBattery({ capacity: 10_000, loss: 0.02, days: 60, seed: 4 })

describe('what a battery has been through', () => {
  it('HLT-02 is the sum of what was measured, and nothing of what was not', () => {
    const use = batteryUse({
      start: 0,
      soc: Float64Array.of(50, Number.NaN, 3, 7, 3, 40, 99, 100),
      lowest: Float64Array.of(50, Number.NaN, 2, 6, 2, 30, 98, 100),
      charge: Float64Array.of(0, 10, 0, 0, Number.NaN, 500, 400, 0),
      discharge: Float64Array.of(100, Number.NaN, 200, 0, 0, 0, 0, 0),
    })
    expect(use).toMatchObject({ charged: 910, discharged: 300, measured: 7 })
    expect(use.socShares.map((share) => Math.round((share * 7) / 100))).toEqual([2, 1, 2, 0, 2])
    // From 7 % it falls again, but was never above 10 % in between.
    expect(use.deepDischarges).toBe(1)
  })

  it('HLT-02 counts a deep discharge anew once the battery has recovered', () => {
    const soc = Float64Array.of(50, 3, 50, 3, 50)
    const still = new Float64Array(5)
    expect(batteryUse({ start: 0, soc, lowest: soc, charge: still, discharge: still }).deepDischarges).toBe(2)
  })

  it('HLT-03 the round trip is what comes out of what went in, through gaps too', () => {
    const whole = { from: 0, until: battery.soc.length }
    const { percent, cycles } = roundTrip(battery, 10_000, whole) ?? { percent: 0, cycles: 0 }
    expect(percent).toBeGreaterThan(85)
    // Both ways at 95 %, less what the battery uses itself.
    expect(percent).toBeLessThan(90.25)
    expect(cycles).toBeGreaterThan(10)
    const holes = battery.soc.map((value, i) => (i % 200 < 20 ? Number.NaN : value))
    const through = roundTrip({ ...battery, soc: holes }, 10_000, whole)
    expect(Math.abs((through?.percent ?? 0) - percent)).toBeLessThan(1.5)
  })

  it('HLT-03 no round trip is stated of a few cycles, or an impossible one', () => {
    expect(roundTrip(battery, 10_000, { from: 0, until: 3 * 96 })).toBeNull()
    const half = battery.charge.map((energy) => energy / 2)
    expect(roundTrip({ ...battery, charge: half }, 10_000, { from: 0, until: half.length })).toBeNull()
  })
})

describe('the state of health', () => {
  it.each([
    [9400, 3, { percent: 94, plusMinus: 2, usual: { low: 91, high: 97 }, verdict: 'good' }],
    [9000, 3, { percent: 90, verdict: 'good' }],
    [8800, 3, { percent: 88, verdict: 'weak' }],
    [9900, 0.3, { percent: 99, usual: null, verdict: 'early' }],
  ])('HLT-01 of %i Wh of 10 000 after %d years', (capacity, years, expected) => {
    expect(stateOfHealth({ capacity, plusMinus: 200 }, 10_000, years)).toMatchObject(expected)
  })

  it.each([null, 0, 4000, 30_000])('HLT-04 is not compared with a stated capacity of %s', (stated) => {
    expect(stateOfHealth({ capacity: 10_000, plusMinus: 200 }, stated, 2)).toBeNull()
  })
})
