import { describe, expect, it } from 'vitest'
import { type CounterState, nextCounter } from './counters.ts'
import { type Integral, integrated } from './integrate.ts'
import { judgeSigns, NO_SIGNS, nextSigns, type SignState } from './signs.ts'
import { nextSoc, type SocState } from './soc.ts'

const MINUTE = 60_000

describe('counters', () => {
  /** What is sent for values a minute apart. */
  const sent = (values: readonly number[]) => {
    let state: CounterState | null = null
    return values.map((value, i) => {
      const next = nextCounter(state, value, i * MINUTE)
      state = next.state
      return next.wh
    })
  }
  it.each<[string, number[], (number | null)[]]>([
    ['go through unchanged', [1000, 1000, 1500, 900_000], [1000, 1000, 1500, 900_000]],
    [
      'do not fall by a kilowatt-hour',
      [500_000, 499_000, 500_000, 501_000],
      [500_000, 500_000, 500_000, 501_000],
    ],
    [
      'wait where 1 % is missing that may return',
      [1_000_000, 992_000, 1_000_500],
      [1_000_000, null, 1_000_500],
    ],
    ['begin anew after a greater fall', [1_000_000, 12], [1_000_000, 12]],
    ['begin anew at nothing', [800, 0], [800, 0]],
  ])('GWY-07 %s', (_what, values, expected) => {
    expect(sent(values)).toEqual(expected)
  })

  it('GWY-07 begin anew where a small fall stays for a quarter of an hour', () => {
    const values = [1_000_000, ...Array.from({ length: 17 }, () => 992_000)]
    expect(sent(values).at(-1)).toBe(992_000)
    expect(sent(values).indexOf(992_000)).toBe(16)
  })

  it('GWY-07 begin anew no later where the clock was put back meanwhile', () => {
    const before: CounterState = { wh: 1_000_000, at: 0, below: 1000 * MINUTE }
    const first = nextCounter(before, 992_000, MINUTE)
    expect(first.wh).toBeNull()
    expect(nextCounter(first.state, 992_000, 16 * MINUTE).wh).toBe(992_000)
  })
})

describe('energies that are summed up', () => {
  const sum = (powers: readonly (readonly [number, number])[]) =>
    powers.reduce<Integral | null>((before, [w, at]) => integrated(before, w, at), null)?.wh
  it.each<[string, [number, number][], number]>([
    [
      'are the area below the power',
      [
        [1000, 0],
        [1000, (30 * MINUTE) / 10],
        [2000, (2 * 30 * MINUTE) / 10],
      ],
      125,
    ],
    [
      'count one direction alone',
      [
        [-1000, 0],
        [-1000, 3 * MINUTE],
      ],
      0,
    ],
    [
      'count the part above zero where the power turns',
      [
        [600, 0],
        [-600, 2 * MINUTE],
      ],
      5,
    ],
    [
      'count nothing over a gap of more than five minutes',
      [
        [1000, 0],
        [1000, 6 * MINUTE],
      ],
      0,
    ],
    [
      'count nothing twice',
      [
        [1000, 0],
        [1000, 0],
      ],
      0,
    ],
    [
      'go on from now where the clock was put back by years',
      [
        [1000, 4 * 365 * 1440 * MINUTE],
        [1000, 3 * MINUTE],
        [1000, 6 * MINUTE],
      ],
      50,
    ],
  ])('GWY-07 %s', (_what, powers, wh) => {
    expect(sum(powers)).toBeCloseTo(wh, 6)
  })
})

describe('the state of charge', () => {
  const judged = (
    values: readonly [soc: number, minutes: number, power: number | null][],
    capacityWh: number | null,
  ) => {
    let state: SocState | null = null
    return values.map(([soc, minutes, power]) => {
      const next = nextSoc(state, { soc, at: minutes * MINUTE, power, capacityWh })
      state = next.state
      return next.soc
    })
  }
  it('GWY-05 is held back where it jumps faster than its power allows, and goes on from there', () => {
    expect(
      judged(
        [
          [60, 0, -500],
          [0, 1, -500],
          [60.1, 2, -500],
        ],
        10_000,
      ),
    ).toEqual([60, null, 60.1])
  })
  it('GWY-05 is believed after a long silence, and when it follows its power', () => {
    expect(
      judged(
        [
          [60, 0, 3000],
          [50, 20, 3000],
        ],
        10_000,
      ),
    ).toEqual([60, 50])
    expect(
      judged(
        [
          [60, 0, null],
          [20, 600, null],
        ],
        null,
      ),
    ).toEqual([60, 20])
  })
  it.each<[string, number | null]>([
    ['is accepted', null],
    ['is in doubt', 30],
  ])('GWY-05 is believed where the clock was put back by years while the last one %s', (_what, doubted) => {
    const years = 4 * 365 * 1440
    const before: [number, number, number] = [60, doubted === null ? years : 0, 0]
    const inDoubt: [number, number, number][] = doubted === null ? [] : [[doubted, years, 0]]
    expect(judged([before, ...inDoubt, [30, 1, 0]], 10_000).at(-1)).toBe(30)
  })
  it('GWY-05 is believed again where the battery has measured itself anew', () => {
    const values = Array.from({ length: 7 }, (_, i): [number, number, number] => [i === 0 ? 60 : 30, i, 0])
    expect(judged(values, 10_000)).toEqual([60, null, null, null, null, null, 30])
  })
})

describe('signs', () => {
  type Powers = { readonly pv: number; readonly grid: number; readonly battery: number }
  /** A day in the house, by the protocol's signs. */
  const day: readonly Powers[] = Array.from({ length: 600 }, (_, i) => {
    const pv = Math.max(0, 5000 * Math.sin((i / 600) * 2 * Math.PI))
    const load = 400 + (i % 7) * 100
    const battery = Math.max(-2500, Math.min(300, load - pv))
    return { pv, battery, grid: load - pv - battery }
  })
  const seen = (turned: (powers: Powers) => Powers) =>
    judgeSigns(day.map(turned).reduce<SignState>((state, powers) => nextSigns(state, powers), NO_SIGNS))

  it('GWY-08 fit where the house never generates power', () => {
    expect(seen((powers) => powers)).toEqual({ verdict: 'right', invert: [] })
  })
  it.each<[string, (powers: Powers) => Powers, string[]]>([
    ['battery', (powers) => ({ ...powers, battery: -powers.battery }), ['battery_w']],
    ['grid', (powers) => ({ ...powers, grid: -powers.grid }), ['grid_w']],
    [
      'both',
      (powers) => ({ ...powers, grid: -powers.grid, battery: -powers.battery }),
      ['grid_w', 'battery_w'],
    ],
  ])('GWY-08 find themselves where a profile has turned %s round', (_what, turned, invert) => {
    expect(seen(turned)).toEqual({ verdict: 'wrong', invert })
  })
  it('GWY-08 are open at first, and while nothing flows', () => {
    expect(judgeSigns(NO_SIGNS)).toEqual({ verdict: 'open', invert: [] })
    expect(seen((powers) => ({ ...powers, grid: 0, battery: 0 }))).toEqual({ verdict: 'open', invert: [] })
  })
})
