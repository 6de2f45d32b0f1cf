import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wattHours } from '../../units/units.ts'
import type { Correction } from '../corrections.ts'
import { measuredEnds, samplesOf, trueEnergy } from '../test/meter.ts'
import { correct } from './correct.ts'
import { counterEnergies } from './energies.ts'

const START = Date.parse('2026-06-18T09:00:00Z')
const QUARTER = 900_000
const MINUTE = 60_000
const at = (minutes: number) => new Date(START + minutes * MINUTE)
const { NaN: UNKNOWN } = Number

const implausible = (from: number, until: number, counter: 'pv' | 'import' | null = null): Correction => ({
  kind: 'implausible',
  counter,
  from: at(from),
  until: at(until),
})
const shown = (minutes: number, before: number | null, after = before): Correction => ({
  kind: 'value',
  counter: 'pv',
  at: at(minutes),
  before: before === null ? null : wattHours(before),
  after: after === null ? null : wattHours(after),
})
function corrected(
  values: readonly (readonly [minutes: number, value: number])[],
  count: number,
  ...all: Correction[]
) {
  const points = {
    at: Float64Array.from(values, ([minutes]) => START + minutes * MINUTE),
    value: Float64Array.from(values, ([, value]) => value),
  }
  return counterEnergies(correct(points, 'pv', all), START, count)
}
const steady = [0, 15, 30, 45, 60].map((minutes) => [minutes, 1000 + 10 * minutes] as const)

describe('an interval declared implausible', () => {
  it('ENE-06 has no energies, and the quarters around it keep theirs', () => {
    expect([...corrected(steady, 4, implausible(15, 45)).energies]).toEqual([150, UNKNOWN, UNKNOWN, 150])
  })

  it('ENE-06 belongs to one counter, if it names one', () => {
    expect([...corrected(steady, 4, implausible(15, 45, 'pv')).energies]).toEqual([
      150,
      UNKNOWN,
      UNKNOWN,
      150,
    ])
    expect([...corrected(steady, 4, implausible(15, 45, 'import')).energies]).toEqual([150, 150, 150, 150])
  })

  it('ENE-06 takes a gap that it touches with it: how much of that energy was before is not known', () => {
    const { energies, gaps } = corrected(
      [
        [0, 0],
        [14, 10],
        [605, 9000],
        [614, 9010],
      ],
      41,
      implausible(600, 615),
    )
    expect([energies[0], energies[40], gaps]).toEqual([10, UNKNOWN, []])
  })

  it('ENE-06 takes nothing from any other quarter, and gives none anything', () => {
    fc.assert(
      fc.property(
        samplesOf(START, 40),
        fc.nat(200),
        fc.integer({ min: 1, max: 40 }),
        (samples, first, length) => {
          const [from, until] = [START + first * QUARTER, START + (first + length) * QUARTER]
          const count = Math.ceil(((samples.at(-1)?.at ?? START) - START) / QUARTER) + 1
          const points = {
            at: Float64Array.from(samples, (one) => one.at),
            value: Float64Array.from(samples, ({ value }) => value),
          }
          const correction = {
            kind: 'implausible',
            counter: null,
            from: new Date(from),
            until: new Date(until),
          } as const
          const { energies, gaps } = counterEnergies(correct(points, 'pv', [correction]), START, count)
          const sumOver = (begin: number, end: number) =>
            energies
              .subarray((begin - START) / QUARTER, (end - START) / QUARTER)
              .reduce((sum, energy) => sum + (Number.isNaN(energy) ? 0 : energy), 0) +
            gaps
              .filter((gap) => gap.from >= begin && gap.until <= end)
              .reduce((sum, { before, after }) => sum + after - before, 0)
          // A misreading next to the interval has nothing beyond it to be judged by.
          const ends = measuredEnds(samples.filter(({ isWrong }) => !isWrong))
          const around = ends.filter((end) => end <= from).slice(0, -1)
          for (const [i, begin] of around.entries())
            for (const end of around.slice(i + 1))
              expect(sumOver(begin, end)).toBe(trueEnergy(samples, begin, end))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe("a counter's value given", () => {
  it('ENE-06 divides a gap: what was counted before it and after it', () => {
    const { energies, gaps } = corrected(
      [
        [0, 0],
        [300, 900],
      ],
      20,
      shown(195, 500),
    )
    expect(gaps).toEqual([{ from: START, until: START + 195 * MINUTE, before: 0, after: 500 }])
    expect(energies.subarray(13).reduce((sum, energy) => sum + energy, 0)).toBe(400)
  })

  it('ENE-06 lets a replaced meter count up to the last of the old one, and from the first of the new one', () => {
    const replaced = [
      [0, 5000],
      [10, 5060],
      [20, 40],
      [29, 90],
    ] as const
    expect([...corrected(replaced, 2).energies]).toEqual([60, 50])
    expect([...corrected(replaced, 2, shown(15, 5100, 10)).energies]).toEqual([100, 80])
  })

  it('ENE-06 counts nothing across an instant at which one of the two is not known', () => {
    const values = [
      [0, 1000],
      [10, 1060],
      [20, 1120],
      [29, 1150],
    ] as const
    expect([...corrected(values, 2, shown(15, 1080, null)).energies]).toEqual([80, 30])
    expect([...corrected(values, 2, shown(15, null, 1100)).energies]).toEqual([60, 50])
  })

  it('ENE-06 replaces what was read at just that instant', () => {
    expect([
      ...corrected(
        [
          [0, 1000],
          [15, 1900],
          [29, 2000],
        ],
        2,
        shown(15, 1100),
      ).energies,
    ]).toEqual([100, 900])
  })
})
