import { describe, expect, it } from 'vitest'
import { disagreementOf, type MeteredFlow } from './disagreements.ts'

const DAY = 96
const column = (of: number | ((i: number) => number)) =>
  Float64Array.from({ length: DAY }, (_, i) => (typeof of === 'number' ? of : of(i)))
/** A kilowatt all day, by its powers and by its counter. */
const flowOf = (change: Partial<MeteredFlow> = {}): MeteredFlow => ({
  ...{ readings: column(15), power: column(1000), inflow: column(250), outflow: null },
  ...change,
})
/** What is compared: the first and the last quarter of a day have a neighbour that is not known. */
const INNER = DAY - 2

describe('powers and counters of a day', () => {
  it('ENE-05 agree up to 5 %', () => {
    expect(disagreementOf(flowOf(), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power: column(1050) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power: column(952) }), DAY)).toBeNull()
  })

  it('ENE-05 are both named beyond that', () => {
    const energies = (watts: number) => disagreementOf(flowOf({ power: column(watts) }), DAY)
    expect(energies(1060)).toEqual({ counted: 250 * INNER, fromPowers: 265 * INNER })
    expect(energies(940)).toEqual({ counted: 250 * INNER, fromPowers: 235 * INNER })
    expect(energies(0)).toEqual({ counted: 250 * INNER, fromPowers: 0 })
  })

  it('ENE-05 are not compared where a kWh more or less decides: the coarsest counters count no finer', () => {
    const weak = { power: column(20), inflow: column(0) }
    expect(disagreementOf(flowOf(weak), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ ...weak, power: column(44) }), DAY)).not.toBeNull()
    // Two counters may each miss one, and so may one at each edge of a gap.
    expect(disagreementOf(flowOf({ ...weak, power: column(44), outflow: column(0) }), DAY)).toBeNull()
    const readings = column((i) => (i === 40 ? 0 : 15))
    expect(disagreementOf(flowOf({ ...weak, power: column(44), readings }), DAY)).toBeNull()
  })

  it('ENE-05 are compared as a difference where a flow changes its direction, by 5 % of all that flowed', () => {
    // Half an hour each of 2 kW in and 2 kW out; the mean of a quarter knows neither.
    const balanced = { inflow: column(500), outflow: column(500) }
    expect(disagreementOf(flowOf({ ...balanced, power: column(0) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ ...balanced, power: column(-190) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ ...balanced, power: column(-210) }), DAY)).toEqual({
      counted: 0,
      fromPowers: -52.5 * INNER,
    })
  })

  it('ENE-05 are compared only in quarters that have both, of which there must be three in four', () => {
    const stopped = (until: number, value: number) => column((i) => (i < until ? Number.NaN : value))
    const power = column(2000)
    expect(disagreementOf(flowOf({ power, inflow: stopped(20, 250) }), DAY)).toEqual({
      counted: 250 * 74,
      fromPowers: 500 * 74,
    })
    expect(disagreementOf(flowOf({ power, inflow: stopped(24, 250) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power: stopped(0, 2000), readings: stopped(24, 15) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power, outflow: column(Number.NaN) }), DAY)).toBeNull()
    // Of today, only what is over.
    expect(disagreementOf(flowOf({ power }), 40)).toEqual({ counted: 250 * 39, fromPowers: 500 * 39 })
  })

  it('ENE-05 are not compared where too few readings make a mean', () => {
    const power = column(2000)
    expect(disagreementOf(flowOf({ power, readings: column(9) }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power, readings: column(10) }), DAY)).not.toBeNull()
    // A unit that reports every 5 s was away for most of each of these.
    const readings = column((i) => (i % 3 === 0 ? 20 : 180))
    expect(disagreementOf(flowOf({ power, readings }), DAY)).toBeNull()
    expect(disagreementOf(flowOf({ power, readings: column(0) }), DAY)).toBeNull()
  })
})
