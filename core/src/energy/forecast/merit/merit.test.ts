import { describe, expect, it } from 'vitest'
import { addExcesses, addLosses, BINS, noMerit, weigh, widening } from './merit.ts'

const none = Array.from({ length: BINS }, () => 0)

describe('the merit of a rule', () => {
  it('FCT-01 gives more weight to what erred less, the more days it did', () => {
    const weightAfter = (days: number) => {
      let losses = noMerit.losses
      for (let i = 0; i < days; i += 1)
        losses = addLosses(
          losses,
          new Map([
            ['own', 10],
            ['other', 9],
          ]),
          'own',
        )
      return weigh({ ...noMerit, losses }, { own: 0.5, other: 0.5 }).get('other') ?? 0
    }
    expect(weightAfter(0)).toBe(0.5)
    expect(weightAfter(5)).toBeGreaterThan(0.6)
    expect(weightAfter(40)).toBeGreaterThan(0.9)
  })

  it('FCT-01 forgets: what changed two months ago counts little', () => {
    let losses = noMerit.losses
    for (let i = 0; i < 100; i += 1)
      losses = addLosses(
        losses,
        new Map([
          ['own', 10],
          ['other', i < 40 ? 20 : 9],
        ]),
        'own',
      )
    expect(weigh({ ...noMerit, losses }, { own: 0.5, other: 0.5 }).get('other')).toBeLessThan(0.5)
    for (let i = 0; i < 100; i += 1)
      losses = addLosses(
        losses,
        new Map([
          ['own', 10],
          ['other', 9],
        ]),
        'own',
      )
    expect(weigh({ ...noMerit, losses }, { own: 0.5, other: 0.5 }).get('other')).toBeGreaterThan(0.6)
  })
})

describe('the widening of a band', () => {
  const of = (excesses: readonly number[]) => widening(addExcesses(none, excesses))

  it('FCT-06 lets nine of ten lie on the inner side', () => {
    const excesses = Array.from({ length: 100 }, (_, i) => (i < 70 ? -0.1 : (i - 69) * 0.01))
    expect(of(excesses)).toBeCloseTo(0.2, 2)
  })

  it('FCT-06 never narrows it, and learns nothing from a few', () => {
    expect(of(Array.from({ length: 100 }, () => -0.5))).toBe(0)
    expect(of([0.5, 0.5, 0.5])).toBe(0)
    expect(of(Array.from({ length: 50 }, () => 17))).toBeLessThanOrEqual(1)
  })
})
