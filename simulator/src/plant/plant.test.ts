import { houseLoad } from '@kellersonne/core/units/power'
import { watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { OWN_W } from './battery.ts'
import {
  type Advance,
  advance,
  FREE,
  initialPlant,
  type PlantState,
  type Sample,
  STORAGE,
  siteOf,
} from './plant.ts'

const place = { latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin' }
const phases = [1, 2, 3] as const
const QUARTER = 15 * 60_000
const DAY = 86_400_000
const YEAR = 365 * DAY
const start = Date.UTC(2025, 10, 1)

function run(seed: number, phase: 1 | 2 | 3, from: number, to: number, step = QUARTER) {
  const plant = { site: siteOf({ seed, ...place }), phase, battery: STORAGE }
  const steps: Advance[] = []
  let state: PlantState = initialPlant(phase, from)
  for (let at = from + step; at <= to; at += step) {
    const next = advance(plant, state, at)
    steps.push(next)
    state = next.state
  }
  return steps
}
const grown = (steps: readonly Advance[], name: keyof PlantState['energies']) =>
  (steps.at(-1)?.sample.energies[name] ?? 0) - initialPlant(1, start).energies[name]

describe('a year in a house', () => {
  const years = phases.map((phase) => run(1, phase, start, start + YEAR))

  it('yields what 9 kWp yield in Germany', () => {
    const yields = years.map((steps) => grown(steps, 'pv') / 1e6)
    const total = yields.reduce((a, b) => a + b)
    expect(total).toBeGreaterThan(8)
    expect(total).toBeLessThan(10)
  })

  it('uses what a family uses', () => {
    const loads = years.map((steps) =>
      steps.reduce((sum, { sample }) => sum + (sample.load * QUARTER) / 3_600_000 / 1e6, 0),
    )
    const total = loads.reduce((a, b) => a + b)
    expect(total).toBeGreaterThan(4)
    expect(total).toBeLessThan(6.5)
  })

  it('is dark at night, and brighter in summer than in winter', () => {
    const month = (m: number) =>
      years[1]
        ?.filter(({ sample }) => new Date(sample.at).getUTCMonth() === m)
        .map(({ sample }) => sample.pv) ?? []
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
    expect(mean(month(5))).toBeGreaterThan(3 * mean(month(11)))
    const atNight = years.flat().filter(({ sample }) => new Date(sample.at).getUTCHours() === 23)
    expect(new Set(atNight.map(({ sample }) => sample.pv))).toEqual(new Set([0]))
  })

  it('has clear and grey days', () => {
    const june = years[1]?.filter(({ sample }) => new Date(sample.at).getUTCMonth() === 5) ?? []
    const days = Object.values(Object.groupBy(june, ({ sample }) => new Date(sample.at).getUTCDate()))
    const yields = days.map((steps) => steps?.reduce((sum, { sample }) => sum + sample.pv / 4, 0) ?? 0)
    expect(Math.max(...yields)).toBeGreaterThan(2.5 * Math.min(...yields))
  })

  it('keeps state of charge and voltage within limits', () => {
    for (const { sample } of years.flat()) {
      if (sample.soc < 0 || sample.soc > 100) throw new Error(`${sample.soc} %`)
      if (sample.voltage < 207 || sample.voltage > 253) throw new Error(`${sample.voltage} V`)
    }
  })

  it('calibrates the battery to 100 % once a month', () => {
    const times = new Set(years[0]?.map(({ state }) => state.battery.calibratedAt))
    expect(times.size).toBeGreaterThanOrEqual(11)
    expect(times.size).toBeLessThanOrEqual(14)
  })

  it('empties in winter and is lifted again by a float charge', () => {
    const tasks = new Set(years[0]?.map(({ state }) => state.battery.task))
    expect(tasks).toEqual(new Set(['ready', 'empty', 'float', 'calibrate']))
  })

  it('loses energy in the battery only as its efficiency says', () => {
    for (const steps of years) {
      const charged = grown(steps, 'charge') * STORAGE.efficiency
      const discharged = grown(steps, 'discharge') / STORAGE.efficiency
      const stored = (steps.at(-1)?.state.battery.energy ?? 0) - initialPlant(1, start).battery.energy
      const own = charged - discharged - stored
      expect(own).toBeGreaterThan(0)
      expect(own).toBeLessThanOrEqual((OWN_W * YEAR) / 3_600_000)
    }
  })
})

describe('what a unit measures', () => {
  const june = run(3, 1, Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 4), 10_000)

  it('PRD-08 adds up: the house draws what grid, sun and battery give', () => {
    for (const { sample } of june) {
      const powers = { grid: watts(sample.grid), pv: watts(sample.pv), battery: watts(sample.battery) }
      expect(houseLoad(powers)).toBeCloseTo(sample.load, 6)
    }
  })

  it('PRD-07 counts charging below zero and feeding in below zero', () => {
    const noon = june.filter(({ sample }) => sample.pv > sample.load + 100)
    expect(noon.length).toBeGreaterThan(1000)
    for (const { sample } of noon) expect(sample.battery).toBeLessThanOrEqual(0)
    const full = noon.filter(({ sample }) => sample.soc > 99.9)
    expect(full.length).toBeGreaterThan(100)
    for (const { sample } of full) expect(sample.grid).toBeLessThan(0)
    const night = june.filter(({ sample, state }) => sample.pv === 0 && state.battery.task === 'ready')
    for (const { sample } of night) expect(sample.battery).toBeGreaterThanOrEqual(0)
  })

  it('counts the integral of its powers, and never backwards', () => {
    const names = ['pv', 'import', 'feedIn', 'charge', 'discharge'] as const
    const flow = {
      pv: ({ pv }: Sample) => pv,
      import: ({ grid }: Sample) => Math.max(0, grid),
      feedIn: ({ grid }: Sample) => Math.max(0, -grid),
      charge: ({ battery }: Sample) => Math.max(0, -battery),
      discharge: ({ battery }: Sample) => Math.max(0, battery),
    }
    for (const name of names) {
      const counter = june.map(({ sample }) => sample.energies[name])
      expect(counter.findIndex((value, i) => value < (counter[i - 1] ?? 0))).toBe(-1)
      const integral = june.reduce((sum, { sample }) => sum + (flow[name](sample) * 10) / 3600, 0)
      expect((counter.at(-1) ?? 0) - initialPlant(1, 0).energies[name]).toBeCloseTo(integral, 3)
    }
  })

  it('is the same for the same seed and another for another', () => {
    const day = (seed: number) =>
      run(seed, 2, Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2)).map(({ sample }) => sample)
    expect(day(5)).toEqual(day(5))
    expect(day(5)).not.toEqual(day(6))
  })

  it('lifts the voltage when it feeds in', () => {
    const { voltage } = siteOf({ seed: 1, ...place })
    expect(voltage(1, 0, -5000) - voltage(1, 0, 0)).toBeGreaterThan(3)
  })

  it('API-07 carries no power while the unit rests, whatever its battery is set to', () => {
    const plant = { site: siteOf({ seed: 1, ...place }), phase: 1, battery: STORAGE } as const
    const { sample } = advance(plant, initialPlant(1, start), start + 10_000, {
      ...{ works: false, hold: { pv: 4820, load: 650, battery: -2960, soc: 64, voltage: 233.6 } },
    })
    expect([Math.abs(sample.battery), sample.grid]).toEqual([0, -4170])
  })

  it('holds the values it is set to, and lets the grid close the balance', () => {
    const plant = { site: siteOf({ seed: 1, ...place }), phase: 1 as const, battery: STORAGE }
    const hold = { pv: 4820, load: 650, battery: -2960, soc: 64, voltage: 233.6 }
    const { sample } = advance(plant, initialPlant(1, start), start + 10_000, { hold })
    expect(sample).toMatchObject({ ...hold, grid: -1210 })
    const released = advance(plant, initialPlant(1, start), start + 10_000, { hold: FREE })
    expect(released.sample.pv).not.toBe(4820)
  })

  it('lets the battery rest while it does not work, and the sun still serves the house', () => {
    const plant = { site: siteOf({ seed: 1, ...place }), phase: 1 as const, battery: STORAGE }
    const noon = Date.UTC(2026, 5, 1, 11)
    const { sample } = advance(plant, initialPlant(1, noon), noon + QUARTER, { works: false })
    expect(sample.battery).toBe(0)
    expect(sample.grid).toBeCloseTo(sample.load - sample.pv, 9)
  })
})
