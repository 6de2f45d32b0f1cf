import { describe, expect, it } from 'vitest'
import { QUARTER_MS } from '../time/days.ts'
import {
  closestJoined,
  combine,
  energiesAt,
  energyColumns,
  flowsOf,
  foldSteps,
  minus,
  stretchesOf,
} from './charts-fold.ts'

const NONE = Number.NaN
const numbers = (...values: number[]) => Float64Array.from(values)

describe('quarters as steps', () => {
  const start = Date.parse('2026-06-09T22:00:00Z')
  const at = (quarters: number) => start + quarters * QUARTER_MS
  const runs = [
    { from: at(1), ms: 2 * QUARTER_MS, count: 2 },
    { from: at(5), ms: QUARTER_MS, count: 1 },
  ]

  it('CHT-07 hold those between their own bounds, wherever they begin and however long they are', () => {
    const values = numbers(1, 20, 300, 4000, 50_000, 600_000, 7_000_000)
    expect([...foldSteps(values, start, runs, 'sum')]).toEqual([320, 54_000, 600_000])
  })

  it('CHT-05 are not known where the quarters end before them', () => {
    expect([...foldSteps(numbers(1, 20), start, runs, 'sum')]).toEqual([20, NONE, NONE])
  })

  it.each([
    ['min', -7],
    ['max', 5],
    ['mean', -1],
    ['sum', -4],
  ] as const)('CHT-03 take the %s of values below zero and of zero', (method, expected) => {
    const hour = [{ from: start, ms: 4 * QUARTER_MS, count: 1 }]
    expect([...foldSteps(numbers(-2, 5, -7, 0), start, hour, method)]).toEqual([expected])
  })

  it('CHT-03 are the quarters themselves where they are as long', () => {
    const values = numbers(1, NONE, 3)
    expect(foldSteps(values, start, [{ from: start, ms: QUARTER_MS, count: 3 }], 'sum')).toBe(values)
  })
})

describe('several systems as one', () => {
  it('CHT-06 are nothing without a system, and the one where there is one', () => {
    const one = numbers(1, NONE)
    expect([...combine([], 'sum')]).toEqual([])
    expect(combine([one], 'mean')).toBe(one)
  })

  it('CHT-06 count a zero, and leave out what a system has not reported yet', () => {
    const columns = [numbers(0, 6, NONE), numbers(4, 3, NONE), numbers(5)]
    expect([...combine(columns, 'mean')]).toEqual([3, 4.5, NONE])
    expect([...combine(columns, 'sum')]).toEqual([9, 9, NONE])
  })
})

describe('one column less another', () => {
  it('CHT-01 is not known where one of them is not', () => {
    expect([...minus(numbers(5, NONE, 3, 1), numbers(2, 1, NONE))]).toEqual([3, NONE, NONE, NONE])
  })
})

describe('the energies of quarters', () => {
  const energies = {
    pv: numbers(1200, 0, 500),
    import: numbers(40, 50, 0),
    feedIn: numbers(300, 20, 0),
    charge: numbers(730, 0, 0),
    discharge: numbers(0, 150, NONE),
  }

  it('PRD-08 are attributed quarter by quarter, each power in its own column', () => {
    expect(flowsOf(energies)).toEqual({
      pvToHouse: numbers(170, 0, NONE),
      pvToBattery: numbers(730, 0, NONE),
      pvToGrid: numbers(300, 0, NONE),
      batteryToHouse: numbers(0, 130, NONE),
      batteryToGrid: numbers(0, 20, NONE),
      gridToHouse: numbers(40, 50, NONE),
      gridToBattery: numbers(0, 0, NONE),
    })
  })

  it('CAL-01 are given by name, and null where they are not known', () => {
    expect(energiesAt(energies, 0)).toEqual({ pv: 1200, import: 40, feedIn: 300, charge: 730, discharge: 0 })
    expect(energiesAt(energies, 2)).toMatchObject({ pv: 500, charge: 0, discharge: null })
    expect(energiesAt(energies, 3)).toMatchObject({ pv: null, import: null })
  })

  it('CHT-01 are made by their names', () => {
    const made = energyColumns((name) => energies[name])
    expect(made).toEqual(energies)
  })
})

describe('stretches of the same', () => {
  const texts = (found: Iterable<{ of: string; from: number; until: number }>) =>
    Array.from(found, ({ of, from, until }) => `${of} ${from}–${until}`)
  const stretches = (...values: (string | null)[]) => stretchesOf(values.length, (i) => values[i] ?? null)

  it('CHT-05 end where something else begins, or nothing', () => {
    expect(texts(stretches('a', 'a', null, 'a', 'b', 'b', 'b'))).toEqual(['a 0–2', 'a 3–4', 'b 4–7'])
    expect(texts(stretches(null, 'a', null, null))).toEqual(['a 1–2'])
    expect(texts(stretches())).toEqual([])
    expect(texts(stretchesOf(2, () => 'a'))).toEqual(['a 0–2'])
  })

  it('CHT-05 are joined with the closest of their kind, where there are too many', () => {
    const kinds = [...'a..b.a...a.b..a.....a'].map((kind) => (kind === '.' ? null : kind))
    const some = (most: number) => texts(closestJoined(stretches(...kinds), most))
    expect(some(5)).toEqual(['a 0–1', 'b 3–4', 'a 5–6', 'a 9–10', 'b 11–12', 'a 14–15', 'a 20–21'])
    expect(some(3)).toEqual(['a 0–10', 'b 3–4', 'b 11–12', 'a 14–15', 'a 20–21'])
    expect(some(1)).toEqual(['a 0–21', 'b 3–12'])
    const alternating = stretchesOf(10_000, (i) => (i % 2 === 0 ? 'a' : 'b'))
    expect(closestJoined(alternating, 100)).toHaveLength(200)
  })
})
