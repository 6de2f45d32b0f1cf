import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measuredEnds, type Sample, samplesOf, trueEnergy } from '../test/meter.ts'
import { counterEnergies, MOST_JUMPS } from './energies.ts'

const START = Date.parse('2026-06-18T09:00:00Z')
const QUARTER = 900_000
const MINUTE = 60_000

const energiesOf = (samples: readonly Pick<Sample, 'at' | 'value'>[], count: number) =>
  counterEnergies(
    {
      at: Float64Array.from(samples, ({ at }) => at),
      value: Float64Array.from(samples, ({ value }) => value),
    },
    START,
    count,
  )
/** Values at minutes after START. */
const reported = (...values: [minutes: number, value: number][]) =>
  values.map(([minutes, value]) => ({ at: START + minutes * MINUTE, value }))
const quarters = (values: [number, number][], count: number) => [
  ...energiesOf(reported(...values), count).energies,
]
const { NaN: UNKNOWN } = Number

describe('the energies of quarters', () => {
  it('ENE-01 ENE-02 over any range with both ends measured are what truly flowed, and no quarter has more than is possible', () => {
    fc.assert(
      fc.property(samplesOf(START, 60), (samples) => {
        const count = Math.ceil(((samples.at(-1)?.at ?? START) - START) / QUARTER) + 1
        const { energies, gaps } = energiesOf(samples, count)
        const ends = measuredEnds(samples)
        for (const [i, from] of ends.entries())
          for (const until of ends.slice(i + 1)) {
            const within = energies.subarray((from - START) / QUARTER, (until - START) / QUARTER)
            const sum = within.reduce((all, energy) => all + (Number.isNaN(energy) ? 0 : energy), 0)
            const over = gaps.filter((gap) => gap.from >= from && gap.until <= until)
            const inGaps = over.reduce((all, { before, after }) => all + after - before, 0)
            expect(sum + inGaps).toBe(trueEnergy(samples, from, until))
          }
        // 20 kW, rounded to whole Wh at each sample.
        for (const energy of energies) expect(energy > 5000 + samples.length || energy < 0).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('ENE-04 end with a value exactly at their end', () => {
    expect(
      quarters(
        [
          [0, 100],
          [14, 160],
          [15, 170],
          [29, 200],
        ],
        2,
      ),
    ).toEqual([70, 30])
  })

  it('ENE-04 share evenly what was counted across their end', () => {
    expect(
      quarters(
        [
          [0, 100],
          [10, 160],
          [20, 180],
          [29, 200],
        ],
        2,
      ),
    ).toEqual([70, 30])
  })

  it('ENE-01 share evenly what was counted over up to two hours', () => {
    expect(
      quarters(
        [
          [0, 0],
          [14, 10],
          [60, 56],
          [74, 70],
        ],
        5,
      ),
    ).toEqual([11, 15, 15, 15, 14])
    expect(energiesOf(reported([0, 0], [120, 800]), 8).gaps).toEqual([])
  })

  it('ENE-01 know nothing of what was counted over a longer gap, which has it', () => {
    const { energies, gaps } = energiesOf(reported([0, 0], [10, 10], [131, 5010], [134, 5013]), 10)
    expect([...energies]).toEqual([10, ...Array.from({ length: 7 }, () => UNKNOWN), 3, UNKNOWN])
    expect(gaps).toEqual([
      { from: START + 10 * MINUTE, until: START + 131 * MINUTE, before: 10, after: 5010 },
    ])
  })

  it('ENE-02 leave out a value that was read wrongly, too high or too low, for a quarter of an hour at most', () => {
    const around = (...wrong: [number, number][]) =>
      energiesOf(reported([0, 5_000_000], [5, 5_000_050], ...wrong, [29, 5_000_290]), 2)
    for (const wrong of [9_000_000, 0]) {
      expect([...around([10, wrong]).energies]).toEqual([150, 140])
      expect([...around([10, wrong], [24, wrong + 3]).energies]).toEqual([150, 140])
    }
    expect([...around([8, 0], [24, 0]).energies]).toEqual([50, 0])
  })

  it('ENE-02 do not count a jump, but report it with the values beside it', () => {
    const { energies, jumps } = energiesOf(reported([0, 100], [5, 150], [6, 90_000], [20, 90_140]), 2)
    expect([...energies]).toEqual([50 + 90, 50])
    expect(jumps).toEqual([
      { from: START + 5 * MINUTE, until: START + 6 * MINUTE, before: 150, after: 90_000 },
    ])
  })

  it('ENE-02 count on after a fall, which is reported as such and not as a jump', () => {
    const { energies, jumps, resets } = energiesOf(reported([0, 5000], [5, 5050], [6, 0], [14, 80]), 1)
    expect([[...energies], jumps]).toEqual([[130], []])
    expect(resets).toEqual([{ from: START + 5 * MINUTE, until: START + 6 * MINUTE, before: 5050, after: 0 }])
  })

  it('ENE-02 count nothing twice when a value jitters', () => {
    expect(
      quarters(
        [
          [0, 5000],
          [5, 5100],
          [6, 5095],
          [7, 5099],
          [14, 5110],
        ],
        1,
      ),
    ).toEqual([110])
  })

  it('ENE-02 name no more jumps than anybody reads, however many a unit sends', () => {
    const steps = Array.from({ length: 500 }, (_, i): [number, number] => [i / 4, i * 50_000])
    expect(energiesOf(reported(...steps), 9).jumps).toHaveLength(MOST_JUMPS)
    const falls = steps.map(([minute, value]): [number, number] => [minute, 25_000_000 - value])
    expect(energiesOf(reported(...falls), 9).resets).toHaveLength(MOST_JUMPS)
  })
})
