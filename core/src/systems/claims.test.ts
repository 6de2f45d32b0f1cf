import { describe, expect, it } from 'vitest'
import { CLAIM_MS, judgeClaim, toUnitTime } from './claims.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const open = { handover: null, refused: [] }
const free = { ownership: null, ...open }
const DAY = 86_400
const owned = (
  owner: string,
  bySwitch: boolean,
  seconds = 0,
  before: { readonly handedOn?: boolean; readonly formers?: readonly string[] } = {},
) => ({
  ...open,
  ownership: { owner, since: later(-seconds), bySwitch, handedOn: false, formers: [], ...before },
})

describe('a claim', () => {
  it.each([
    ['code', free, 'anna', 'claimed'],
    ['code', free, null, 'claimed'],
    ['code', null, 'anna', 'unknown'],
    ['code', owned('anna', false), 'anna', 'yours'],
    ['code', owned('anna', true), 'anna', 'yours'],
    ['code', owned('bert', false), 'anna', 'handover'],
    ['code', owned('bert', false), null, 'handover'],
    ['code', owned('bert', false, 0, { formers: ['anna'] }), 'anna', 'taken'],
    ['code', { ...owned('bert', false), handover: 'anna' }, 'anna', 'handover'],
    ['code', { ...owned('bert', false), handover: 'cora' }, 'anna', 'taken'],
    ['code', { ...owned('bert', false), refused: ['anna'] }, 'anna', 'taken'],
    ['code', { ...owned('bert', false), refused: ['cora'] }, 'anna', 'handover'],
    ['code', owned('bert', true), 'anna', 'claimed'],
    ['code', owned('bert', true, 30 * DAY - 1), 'anna', 'claimed'],
    ['code', owned('bert', true, 30 * DAY), 'anna', 'handover'],
    ['code', owned('bert', true, 0, { handedOn: true }), 'anna', 'handover'],
    ['code', owned('bert', true, 0, { formers: ['cora', 'anna'] }), 'anna', 'taken'],
    ['code', owned('bert', true, 0, { formers: ['cora'] }), 'anna', 'claimed'],
    ['code', owned('bert', true, 0, { formers: ['cora'] }), null, 'claimed'],
    ['sn', free, 'anna', 'pending'],
    ['sn', free, null, 'pending'],
    ['sn', null, 'anna', 'pending'],
    ['sn', owned('anna', false), 'anna', 'yours'],
    ['sn', owned('bert', false), 'anna', 'pending'],
    ['sn', owned('bert', true), null, 'pending'],
  ] as const)('AUT-12 AUT-14 AUT-17 by %s, of %j, by %s is %s', (by, system, claimant, outcome) => {
    expect(judgeClaim(by, system, claimant, NOW)).toBe(outcome)
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
    const last = { receivedAt: later(-5), reportedAt: later(-5 - behind) }
    expect(toUnitTime(NOW, last)).toEqual(later(expected))
  })

  it('AUT-12 of which nothing is known is taken to be right', () => {
    expect(toUnitTime(NOW, null)).toEqual(NOW)
  })
})
