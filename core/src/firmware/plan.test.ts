import { describe, expect, it } from 'vitest'
import { percent } from '../units/units.ts'
import { checksOf, isReady, usualDuration } from './plan.ts'

describe('a flight plan', () => {
  it('UPD-19 is ready when all is known and as it should be', () => {
    const good = { freshness: 'fresh', status: 'off', display: 'update', soc: percent(20) } as const
    expect(isReady(checksOf(good))).toBe(true)
    for (const bad of [
      { freshness: 'stale' } as const,
      { status: 'on' } as const,
      { status: null },
      { display: 'normal' } as const,
      { display: null },
      { soc: percent(19) },
      { soc: null },
    ])
      expect(isReady(checksOf({ ...good, ...bad }))).toBe(false)
    expect(checksOf({ freshness: 'late', status: null, display: null, soc: null })).toEqual({
      ...{ online: true, switchedOff: null, updateMode: null, charged: null },
    })
  })

  it('UPD-19 says how long it usually takes only where enough have done it', () => {
    expect(usualDuration([1, 2, 3, 4])).toBeNull()
    expect(usualDuration([50, 10, 20, 30, 1000])).toEqual({ ms: 30, samples: 5 })
    expect(usualDuration([60, 10, 20, 30, 40, 50])).toEqual({ ms: 35, samples: 6 })
  })
})
