import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActiveMessages, type Episode, FLICKER_MS, foldChanges, partWithin } from './episodes.ts'
import { episodes } from './test/episodes.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 5, 18, 8)
const minute = (m: number) => new Date(start + m * MINUTE)
const state = (m: number, codes = '', since: number | null = null): ActiveMessages => ({
  at: minute(m),
  messages: codes
    .split(' ')
    .flatMap((code) => (code ? { code, since: since === null ? null : minute(since) } : [])),
})
const episode = (code: string, raised: number, resolved: number | null, count = 1): Episode => ({
  code,
  raisedAt: minute(raised),
  resolvedAt: resolved === null ? null : minute(resolved),
  count,
})

describe('episodes', () => {
  it('ENT-06 begin with the first state that names a code and end with the first that does not', () => {
    expect(episodes([state(0), state(5, 'i2'), state(10, 'i2 4113'), state(15, '4113')])).toEqual([
      episode('i2', 5, 15),
      episode('4113', 10, null),
    ])
    expect(episodes([])).toEqual([])
    expect(episodes([state(0)])).toEqual([])
  })

  it('ENT-06 one that flickers is one, with a count', () => {
    const flickering = [state(0, 'u'), state(1), state(2, 'u'), state(3), state(12, 'u'), state(20)]
    expect(episodes(flickering)).toEqual([episode('u', 0, 20, 3)])
  })

  it('ENT-06 one that comes back after ten minutes is another', () => {
    const gone = (ms: number) => [
      state(0, 'u'),
      state(1),
      { ...state(0, 'u'), at: new Date(minute(1).getTime() + ms) },
    ]
    expect(episodes(gone(FLICKER_MS - 1))).toEqual([episode('u', 0, null, 2)])
    expect(episodes(gone(FLICKER_MS))).toEqual([episode('u', 0, 1), episode('u', 11, null)])
  })

  it('ENT-06 what was never raised cannot end', () => {})

  it('ENT-06 of one code reported twice begin at the earliest time reported', () => {
    const [early, late] = [
      { code: 'u', since: minute(2) },
      { code: 'u', since: minute(3) },
    ]
    const unknown = { code: 'u', since: null }
    for (const messages of [
      [early, unknown],
      [unknown, early],
      [early, late, unknown],
      [late, early],
    ])
      expect(episodes([state(0), { at: minute(5), messages }])).toEqual([episode('u', 2, null)])
  })

  it('ENT-06 silence resolves nothing', () => {
    expect(episodes([state(0, 'relay'), state(6000, 'relay')])).toEqual([episode('relay', 0, null)])
    expect(episodes([state(0, 'relay'), state(6000)])).toEqual([episode('relay', 0, 6000)])
  })

  it('ENT-06 an error begins when the unit says it did, where that can be', () => {
    expect(episodes([state(0), state(5, '4113', 2)])).toEqual([episode('4113', 2, null)])
    // Its second may have begun before the previous state.
    const previous = { at: new Date(minute(3).getTime() + 400), messages: [] }
    expect(episodes([previous, state(5, '4113', 3)])).toEqual([episode('4113', 3, null)])
    const precise = { code: '4113', since: new Date(minute(3).getTime() + 399) }
    expect(episodes([previous, { at: minute(5), messages: [precise] }])).toEqual([episode('4113', 5, null)])
    // A time before the previous state, or after the one that names the code, is ignored.
    expect(episodes([state(3), state(5, '4113', 2)])).toEqual([episode('4113', 5, null)])
    expect(episodes([state(3), state(5, '4113', 7)])).toEqual([episode('4113', 5, null)])
    // Without a previous state, any believable time counts.
    expect(episodes([state(5, '4113', -2000)])).toEqual([episode('4113', -2000, null)])
    expect(episodes([state(5, '4113', -26 * 525_600)])).toEqual([episode('4113', 5, null)])
  })

  it('ENT-06 of a code named twice, the earlier time counts', () => {
    const twice = { at: minute(9), messages: [...state(9, 'a', 6).messages, ...state(9, 'a', 3).messages] }
    expect(episodes([state(0), twice])).toEqual([episode('a', 3, null)])
    expect(episodes([state(0), { ...twice, messages: twice.messages.toReversed() }])).toEqual([
      episode('a', 3, null),
    ])
  })

  it('ENT-06 of two states of one instant, all that either reports is kept', () => {
    expect(episodes([state(0, 'a'), state(0, 'b'), state(5, 'a')])).toEqual([
      episode('a', 0, null),
      episode('b', 0, 5),
    ])
  })

  it('ENT-06 what is resolved but was never raised is none', () => {
    expect(foldChanges(null, [{ code: 'u', at: minute(1), raised: false }])).toEqual([])
  })

  it('ENT-06 a repeated report changes nothing', () => {
    const [open, over] = [episode('u', 0, null), episode('u', 0, 5)]
    expect(foldChanges(open, [{ code: 'u', at: minute(1), raised: true }])).toEqual([open])
    expect(foldChanges(over, [{ code: 'u', at: minute(6), raised: false }])).toEqual([over])
  })

  it('ENT-06 ten thousand are folded', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => state(i * 15, i % 2 ? '' : 'u'))
    expect(episodes(many)).toHaveLength(10_000)
  })
})

describe('the part of an episode', () => {
  const part = (one: Episode, since: number, until: number | null) =>
    partWithin(one, { since: minute(since), until: until === null ? null : minute(until) })

  it('AUT-12 is all of it where it lies within', () => {
    expect(part(episode('u', 5, 9, 3), 5, 9)).toEqual(episode('u', 5, 9, 3))
    expect(part(episode('u', 5, null, 3), 0, null)).toEqual(episode('u', 5, null, 3))
  })

  it('AUT-12 does not show since when it was active before, nor how often it came', () => {
    expect(part(episode('u', 5, 9, 3), 6, null)).toEqual({
      ...episode('u', 5, 9),
      raisedAt: null,
      count: null,
    })
  })

  it('AUT-12 is over when the owner is gone', () => {
    for (const resolved of [null, 9])
      expect(part(episode('u', 5, resolved, 3), 0, 8)).toEqual({ ...episode('u', 5, 8), count: null })
  })
})

const codes = fc.subarray(['i2', 'relay', '4113'])
const states = fc.uniqueArray(
  fc.tuple(fc.nat(90), codes, fc.option(fc.nat(90))).map(([m, c, since]) => state(m, c.join(' '), since)),
  { selector: ({ at }) => at.getTime(), maxLength: 40 },
)
const shuffled = states.chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
  ),
)

describe('late states', () => {
  it('ENT-06 late and twice comes out as in order', () => {
    const inOrder = (all: readonly ActiveMessages[]) =>
      all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        expect(episodes(mixed)).toEqual(episodes(inOrder(all)))
      }),
    )
  })

  it('ENT-06 a flag is open after the last state if that names it, and only then', () => {
    fc.assert(
      fc.property(states, (all) => {
        const last = all.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
        const open = episodes(all).filter(({ resolvedAt }) => resolvedAt === null)
        expect(new Set(open.map(({ code }) => code))).toEqual(new Set(last?.messages.map(({ code }) => code)))
      }),
    )
  })

  it('ENT-06 one code’s lie FLICKER_MS apart', () => {
    fc.assert(
      fc.property(states, (all) => {
        for (const code of ['i2', 'relay', '4113']) {
          const own = episodes(all).filter((one) => one.code === code)
          own.slice(1).forEach(({ raisedAt }, i) => {
            const before = own[i]?.resolvedAt?.getTime() ?? Number.NaN
            expect(raisedAt.getTime() - before).toBeGreaterThanOrEqual(FLICKER_MS)
          })
        }
      }),
    )
  })
})
