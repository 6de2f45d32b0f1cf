import { describe, expect, it } from 'vitest'
import { rays, skyRays } from './rays.ts'

const lit = (...args: Parameters<typeof rays>) =>
  rays(...args).flatMap(({ degrees, lit }) => (lit ? [degrees] : []))

describe('the sun gauge', () => {
  it.each([
    ['level', 'mini', 20],
    ['level', 'normal', 32],
    ['level', 'large', 36],
    ['clock', 'large', 60],
  ] as const)('PRD-02 %s, %s has %d rays', (mode, size, count) => {
    expect(rays(mode, size, 50)).toHaveLength(count)
    expect(lit(mode, size, 100)).toHaveLength(count)
    expect(lit(mode, size, 0)).toEqual([])
    expect(lit(mode, size, null)).toEqual([])
  })

  it('PRD-02 fills from the bottom', () => {
    expect(lit('level', 'normal', 3)).toEqual([168.75, 180, 191.25])
    expect(lit('level', 'normal', 50)).toHaveLength(17)
    expect(lit('level', 'normal', 99)).not.toContain(0)
  })

  it('UPD-09 the clock goes round from the top', () => {
    expect(lit('clock', 'large', 5)).toEqual([0, 6, 12])
    expect(lit('clock', 'large', 37)).toHaveLength(23)
  })
})

it.each([
  [0, 0],
  [0.84, 10],
  [1, 12],
])('PRD-02 at %d of its highest PV the sky sun has %d rays', (share, count) => {
  expect(skyRays(share).filter(({ lit }) => lit)).toHaveLength(count)
})
