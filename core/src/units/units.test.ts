import { describe, expect, it } from 'vitest'
import { known, mean, percent, sum, watts } from './units.ts'

describe('unknown values', () => {
  it('ENT-05 do not count in a sum, and nothing known is not zero', () => {
    expect(sum([watts(1), null, watts(2)])).toBe(3)
    expect(sum([null, null])).toBeNull()
    expect(sum([])).toBeNull()
  })

  it('ENT-05 do not count in a mean, nor do their weights', () => {
    expect(mean([percent(60), null, percent(20)])).toBe(40)
    expect(mean([percent(60), null, percent(20)], [3, 100, 1])).toBe(50)
    expect(mean([null])).toBeNull()
  })

  it('ENT-05 what is missing is not known', () => {
    expect([known(undefined), known(null), known(0)]).toEqual([null, null, 0])
  })

  it('ENT-05 a mean of weightless values is not known', () => {
    expect(mean([percent(60)], [0])).toBeNull()
  })
})
