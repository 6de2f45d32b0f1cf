import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUARTER_MS } from '../../time/days.ts'
import { type Flow, flowsBetween, flowsOf, quartersOf, sumsOf, withoutQuarters } from './quarters.ts'

const START = Date.UTC(2026, 5, 3, 10)
const MINUTE = 60_000
const at = (minutes: number) => START + minutes * MINUTE
const energies = (flows: readonly Flow[]) =>
  [...quartersOf(flows)].map(([quarter, wh]) => [(quarter - START) / MINUTE, wh])

describe('imported energies', () => {
  it('GWY-40 an hour is divided evenly, and keeps its sum', () => {
    expect(energies([{ from: at(0), until: at(60), energy: 1001 }])).toEqual([
      [0, 250],
      [15, 251],
      [30, 250],
      [45, 250],
    ])
  })

  it('GWY-40 of a quarter that is known in part nothing is invented', () => {
    expect(energies([{ from: at(5), until: at(30), energy: 500 }])).toEqual([[15, 300]])
  })

  it('GWY-40 what comes twice counts once, and days are not divided', () => {
    const hour = { from: at(0), until: at(60), energy: 400 }
    expect(energies([hour, hour])).toEqual(energies([hour]))
    expect(energies([{ from: at(0), until: at(180), energy: 400 }])).toEqual([])
  })

  it('GWY-40 powers become energies by their sign, also where it changes between two values', () => {
    const { positive, negative } = flowsOf([
      { at: at(0), power: 600 },
      { at: at(5), power: 600 },
      { at: at(10), power: -600 },
      { at: at(15), power: -600 },
    ])
    expect(positive.map(({ energy }) => energy)).toEqual([50, 12.5, 0])
    expect(negative.map(({ energy }) => energy)).toEqual([0, 12.5, 50])
    expect(energies(positive)).toEqual([[0, 63]])
  })

  it('GWY-40 between powers more than a quarter apart nothing is known', () => {
    expect(
      flowsOf([
        { at: at(0), power: 1 },
        { at: at(16), power: 1 },
      ]).positive,
    ).toEqual([])
  })

  it('GWY-40 a counter that falls begins anew', () => {
    const counts = [100, 150, 20, 30].map((count, i) => ({ at: at(15 * i), count }))
    expect(energies(flowsBetween(counts))).toEqual([
      [0, 50],
      [30, 10],
    ])
  })

  it('GWY-40 GWY-41 quarters are left out one by one, and sums say what is left', () => {
    const pv = quartersOf([{ from: at(0), until: at(60), energy: 400 }])
    const left = withoutQuarters(new Map([['pv', pv]]), (_, quarter) => quarter < at(30))
    expect(sumsOf(left)).toEqual({ pv: 200, import: null, feedIn: null, charge: null, discharge: null })
  })

  it('GWY-40 any hours in a row keep their sum to half a watt-hour', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (hours) => {
          const flows = hours.map((energy, i) => ({ from: at(60 * i), until: at(60 * i + 60), energy }))
          const quarters = [...quartersOf(flows).values()]
          expect(quarters).toHaveLength(4 * hours.length)
          const [sum, whole] = [hours, quarters].map((list) => list.reduce((a, b) => a + b, 0))
          expect(Math.abs((sum ?? 0) - (whole ?? 0))).toBeLessThanOrEqual(0.51)
          expect(quarters.every((wh) => Number.isInteger(wh) && wh >= 0)).toBe(true)
          expect([...quartersOf(flows).keys()].every((ms) => ms % QUARTER_MS === 0)).toBe(true)
        },
      ),
    )
  })
})
