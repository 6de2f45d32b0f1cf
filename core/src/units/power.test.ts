import { describe, expect, it } from 'vitest'
import { batteryFlow, gridFlow, houseLoad } from './power.ts'
import { watts } from './units.ts'

describe('signs', () => {
  it.each([
    [1210, 'draws'],
    [5, 'draws'],
    [4.9, 'idle'],
    [0, 'idle'],
    [-4.9, 'idle'],
    [-5, 'feeds'],
    [-1210, 'feeds'],
  ] as const)('PRD-07 grid at %d W %s', (grid, flow) => {
    expect(gridFlow(watts(grid))).toBe(flow)
  })

  it.each([
    [2960, 'discharges'],
    [5, 'discharges'],
    [-4.9, 'idle'],
    [-5, 'charges'],
    [-2960, 'charges'],
  ] as const)('PRD-07 battery at %d W %s', (battery, flow) => {
    expect(batteryFlow(watts(battery))).toBe(flow)
  })
})

describe('house load', () => {
  it('PRD-08 is grid, PV and battery power with their signs', () => {
    expect(houseLoad({ grid: watts(-1210), pv: watts(4820), battery: watts(-2960) })).toBe(650)
  })

  it.each(['grid', 'pv', 'battery'])('PRD-08 is not known where %s is not', (missing) => {
    const powers = { grid: watts(1), pv: watts(2), battery: watts(3) }
    expect(houseLoad({ ...powers, [missing]: null })).toBeNull()
  })
})
