import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACCESS_LIFE_MS,
  GRACE_MS,
  hasExpired,
  judgeRefresh,
  type SessionState,
  sessionLife,
} from './sessions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = new Date('2026-11-21T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const session = (state: Partial<SessionState> = {}): SessionState => ({
  counter: 5,
  adopted: true,
  createdAt: ago(HOUR),
  refreshedAt: ago(HOUR / 2),
  stayLoggedIn: false,
  stranger: null,
  ...state,
})

it('AUT-11 an access token lives ten minutes, a refresh token half a minute beyond its successor', () => {
  expect([ACCESS_LIFE_MS, GRACE_MS]).toEqual([600_000, 30_000])
})

describe('judgeRefresh', () => {
  it.each([
    ['the newest rotates', session(), 5, 'rotate'],
    ['the newest rotates long after the grace', session({ refreshedAt: ago(11 * HOUR) }), 5, 'rotate'],
    ['the one before repeats within the grace', session({ refreshedAt: ago(GRACE_MS) }), 4, 'repeat'],
    ['the one before is a copy after the grace', session({ refreshedAt: ago(GRACE_MS + 1) }), 4, 'reused'],
    ['two before is a copy at once', session({ refreshedAt: now }), 3, 'reused'],
    ['a counter never given is a copy', session(), 6, 'reused'],
    ['the first of all rotates', session({ counter: 0, adopted: false }), 0, 'rotate'],
    ['the first stays good until a later one is shown', session({ counter: 1, adopted: false }), 0, 'repeat'],
    ['the first is a copy once a later one was shown', session({ counter: 2 }), 0, 'reused'],
    ['a later one has no such latch', session({ counter: 3, adopted: false }), 1, 'reused'],
  ] as const)('API-02 %s', (_, state, presented, verdict) => {
    expect(judgeRefresh(state, presented, null, now)).toBe(verdict)
  })

  it.each([
    ['the one before is a copy where somebody unknown shows it', null, 4, 'N', 'reused'],
    ['the one before repeats for somebody unknown who has rotated it', 'N', 4, 'N', 'repeat'],
    ['the one before is a copy in another unknown network', 'N', 4, 'M', 'reused'],
    ['the one before is a copy where somebody unknown has rotated it', 'N', 4, null, 'reused'],
    ['the newest rotates wherever it is shown', null, 5, 'N', 'rotate'],
  ] as const)('AUT-11 %s', (_, stranger, presented, caller, verdict) => {
    expect(judgeRefresh(session({ refreshedAt: now, stranger }), presented, caller, now)).toBe(verdict)
  })

  it('API-02 the first stays good for a client that knows no other, wherever it is shown', () => {
    const state = session({ counter: 1, adopted: false, refreshedAt: now, stranger: 'N' })
    for (const caller of [null, 'N', 'M']) expect(judgeRefresh(state, 0, caller, now)).toBe('repeat')
  })

  it('API-02 expiry comes before everything else, reuse included', () => {
    expect(judgeRefresh(session({ refreshedAt: ago(12 * HOUR) }), 5, null, now)).toBe('expired')
    expect(judgeRefresh(session({ refreshedAt: ago(12 * HOUR) }), 1, null, now)).toBe('expired')
  })

  it('AUT-11 whatever is shown to an adopted session, only the newest two are ever good', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(60), fc.nat(10 * HOUR), (counter, presented, idle) => {
        const verdict = judgeRefresh(session({ counter, refreshedAt: ago(idle) }), presented, null, now)
        const good = presented === counter || (presented === counter - 1 && idle <= GRACE_MS)
        expect(verdict !== 'reused').toBe(good)
      }),
    )
  })
})

describe('hasExpired', () => {
  it.each([
    [false, 12 * HOUR, 24 * HOUR],
    [true, 30 * DAY, 90 * DAY],
  ])(
    'AUT-08 stay logged in %s: idle and absolute life end to the millisecond',
    (stayLoggedIn, idle, absolute) => {
      expect(sessionLife(stayLoggedIn)).toEqual({ idle, absolute })
      const over = (createdAt: Date, refreshedAt: Date) =>
        hasExpired(session({ stayLoggedIn, createdAt, refreshedAt }), now)
      expect(over(ago(idle), ago(idle - 1))).toBe(false)
      expect(over(ago(idle), ago(idle))).toBe(true)
      expect(over(ago(absolute - 1), now)).toBe(false)
      expect(over(ago(absolute), now)).toBe(true)
    },
  )
})
