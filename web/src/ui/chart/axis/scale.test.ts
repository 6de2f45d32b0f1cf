import { describe, expect, it } from 'vitest'
import { cumulated, extent, levelTicks, signedTicks } from './scale.ts'

describe('lines across a lane', () => {
  it.each([
    [[-5100, 5600], 3, [-6000, -4000, -2000, 0, 2000, 4000, 6000]],
    [[-400, 2600], 3, [-1000, 0, 1000, 2000, 3000]],
    [[0, 0], 3, [0, 500]],
    [[0, 47_000], 5, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
  ] as const)('CHT-01 %j in easy steps through zero', ([low, high], most, ticks) => {
    expect(signedTicks([low, high], most, 1000)).toEqual(ticks)
  })

  it('CHT-01 a lane whose zero means nothing lies around its values', () => {
    const ticks = levelTicks([228.4, 239.6], 2, 6)
    expect(ticks).toHaveLength(3)
    expect(ticks[0]).toBeLessThanOrEqual(228.4)
    expect(ticks[2]).toBeGreaterThanOrEqual(239.6)
    expect(levelTicks([230, 230], 2, 6)).toHaveLength(3)
  })
})

describe('what is stacked', () => {
  it('CHT-05 is not known as soon as one part is not', () => {
    const sums = cumulated([{ values: [1, 2, null] }, { values: [10, null, 30] }])
    expect(sums).toEqual([
      [1, 2, null],
      [11, null, null],
    ])
  })

  it('CHT-05 reaches nowhere where nothing is known', () => {
    expect(extent([[null, null], []])).toBeNull()
    expect(extent([[null, -3], [4]])).toEqual([-3, 4])
  })
})
