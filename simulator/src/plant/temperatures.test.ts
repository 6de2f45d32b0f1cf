import { describe, expect, it } from 'vitest'
import { initialPlant } from './plant.ts'
import { nextTemperatures } from './temperatures.ts'

const at = Date.UTC(2026, 5, 18)
const HOUR = 3_600_000
const sample = (hours: number, battery: number, pv = 0) => ({
  ...{ at: at + hours * HOUR, battery, pv, load: 0, grid: 0, soc: 50, voltage: 230 },
  energies: initialPlant(1, at).energies,
})

describe('temperatures', () => {
  it('PRD-02 are those of a cellar at rest, and warmer the more a unit does, whichever way', () => {
    const rest = nextTemperatures(null, sample(0, 0))
    expect(rest.battery).toBeGreaterThan(10)
    expect(rest.inverter).toBeLessThan(30)
    const [charging, discharging] = [
      nextTemperatures(null, sample(0, -2500)),
      nextTemperatures(null, sample(0, 2500)),
    ]
    expect(charging).toEqual(discharging)
    expect(charging.battery).toBeGreaterThan(rest.battery + 5)
    expect(nextTemperatures(null, sample(0, -2500, 5000)).inverter).toBeLessThan(75)
  })

  it('PRD-02 rise slowly, to where they stay, in steps of whatever length', () => {
    const rest = nextTemperatures(null, sample(0, 0))
    const soon = nextTemperatures(rest, sample(0.01, 2500))
    expect(soon.battery - rest.battery).toBeLessThan(0.1)
    const stays = nextTemperatures(null, sample(48, 2500))
    let steps = rest
    for (let hour = 1; hour <= 48; hour += 1) steps = nextTemperatures(steps, sample(hour, 2500))
    expect(steps.battery).toBeCloseTo(stays.battery, 1)
    expect(steps.inverter).toBeCloseTo(stays.inverter, 1)
  })

  it('PRD-02 do not change while no time passes', () => {
    const rest = nextTemperatures(null, sample(0, 0))
    expect(nextTemperatures(rest, sample(0, 2500))).toEqual(rest)
  })
})
