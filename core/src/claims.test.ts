import { describe, expect, it } from 'vitest'
import { byUnitsClock, CLAIM_MS, judgeClaim } from './claims.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const waits = (owner: string, seconds = 60) => ({ owner: null, waiting: { owner, until: later(seconds) } })
const free = { owner: null, waiting: null }

describe('a claim', () => {
  it.each([
    ['code', free, 'anna', 'claimed'],
    ['code', free, null, 'claimed'],
    ['code', waits('bert'), 'anna', 'claimed'],
    ['code', { owner: 'anna', waiting: null }, 'anna', 'yours'],
    ['code', { owner: 'bert', waiting: null }, 'anna', 'taken'],
    ['sn', free, 'anna', 'pending'],
    ['sn', free, null, 'pending'],
    ['sn', waits('anna'), 'anna', 'pending'],
    ['sn', waits('bert'), 'anna', 'taken'],
    ['sn', waits('bert'), null, 'taken'],
    ['sn', waits('bert', 0), 'anna', 'pending'],
    ['sn', { owner: 'anna', waiting: null }, 'anna', 'yours'],
    ['sn', { owner: 'bert', waiting: null }, 'anna', 'taken'],
    ['sn', { owner: 'bert', waiting: null }, null, 'taken'],
  ] as const)('AUT-12 by %s, of a system that is %j, by %s is %s', (by, standing, claimant, outcome) => {
    expect(judgeClaim(by, standing, claimant, NOW)).toBe(outcome)
  })

  it('AUT-12 waits ten minutes for the switch', () => {
    expect(new Date(NOW.getTime() + CLAIM_MS)).toEqual(later(10 * 60))
  })
})

describe("the unit's clock", () => {
  it.each([
    ['right', 0, 0],
    ['fast', -300, 300],
    ['slow', 20, -20],
    ['an hour slow, or its words an hour late', 3600, -60],
  ])('AUT-12 which is %s', (_how, behind, expected) => {
    const last = { heardAt: later(-5), saidAt: later(-5 - behind) }
    expect(byUnitsClock(NOW, last)).toEqual(later(expected))
  })

  it('AUT-12 of which nothing is known is taken to be right', () => {
    expect(byUnitsClock(NOW, null)).toEqual(NOW)
  })
})
