import { describe, expect, it } from 'vitest'
import { stepOf } from './steps.ts'

const TEN_SECONDS = 10_000
const HOUR = 3_600_000

describe('two consecutive counter values', () => {
  it('ENE-02 are energy if 100 kW could have caused it, beside a kWh that a coarse counter is late', () => {
    expect(stepOf(18_204_411, 18_204_425, TEN_SECONDS)).toBe('energy')
    expect(stepOf(5, 5, TEN_SECONDS)).toBe('energy')
    expect(stepOf(0, 1277, TEN_SECONDS)).toBe('energy')
    expect(stepOf(0, 1278, TEN_SECONDS)).toBe('jump')
    expect(stepOf(0, 101_000, HOUR)).toBe('energy')
    expect(stepOf(0, 101_001, HOUR)).toBe('jump')
  })

  it('ENE-02 begin a new series if they fall, but not if they only jitter', () => {
    expect(stepOf(18_204_411, 18_204_311, TEN_SECONDS)).toBe('energy')
    expect(stepOf(18_204_411, 18_204_310, TEN_SECONDS)).toBe('reset')
    expect(stepOf(18_204_411, 0, HOUR)).toBe('reset')
  })
})
