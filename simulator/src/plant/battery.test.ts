import { describe, expect, it } from 'vitest'
import { type BatteryState, calibrationDays, OWN_W, soc, stepBattery } from './battery.ts'

const battery = { capacity: 5760, maxCharge: 2500, maxDischarge: 2500, efficiency: 0.96 }
const half: BatteryState = { energy: 2880, task: 'ready', calibratedAt: 0 }
const DAY = 86_400_000
const HOUR = 1

describe('the battery', () => {
  it('PRD-07 charges below zero and discharges above', () => {
    expect(stepBattery(battery, half, 1000, 0.1, 1).power).toBe(-1000)
    expect(stepBattery(battery, half, -1000, 0.1, 1).power).toBe(1000)
  })

  it('stays within its power', () => {
    expect(stepBattery(battery, half, 9000, 0.1, 1).power).toBe(-2500)
    expect(stepBattery(battery, half, -9000, 0.1, 1).power).toBe(2500)
  })

  it('rests when it is not worth the while', () => {
    expect(stepBattery(battery, half, 20, HOUR, 1).power).toBe(0)
    expect(stepBattery(battery, half, -20, HOUR, 1).power).toBe(0)
  })

  it('loses on the way in and on the way out', () => {
    const charged = stepBattery(battery, half, 1000, HOUR, 1).state
    expect(charged.energy - half.energy).toBeCloseTo(960 - OWN_W, 9)
    const discharged = stepBattery(battery, half, -960, HOUR, 1).state
    expect(half.energy - discharged.energy).toBeCloseTo(1000 + OWN_W, 9)
  })

  it.each([100, 5000, -100, -5000])('never leaves its limits at %i W of surplus, however long', (surplus) => {
    let state = half
    for (let i = 1; i < 200; i++) {
      state = stepBattery(battery, state, surplus, 0.5, i).state
      expect(soc(battery, state)).toBeGreaterThanOrEqual(0)
      expect(soc(battery, state)).toBeLessThanOrEqual(100)
    }
  })

  it('is not discharged below its reserve, and not again before the sun has lifted it', () => {
    let state: BatteryState = { ...half, energy: 120 }
    for (let i = 0; i < 3; i++) state = stepBattery(battery, state, -500, HOUR, i).state
    expect(state.task).toBe('empty')
    expect(stepBattery(battery, { ...state, energy: 250 }, -500, 0.1, 1).power).toBe(0)
    const lifted = stepBattery(battery, { ...state, energy: 288 }, 500, 0.1, 1).state
    expect(lifted.task).toBe('ready')
  })

  it('is float charged from the grid at 0 %, up to 3 %', () => {
    let state: BatteryState = { ...half, energy: 1, task: 'empty' }
    const powers: number[] = []
    for (let i = 0; i < 40; i++) {
      const next = stepBattery(battery, state, -300, 0.25, i)
      powers.push(next.power)
      state = next.state
    }
    expect(Math.min(...powers)).toBe(-150)
    expect(Math.max(...powers)).toBe(0)
    expect(soc(battery, state)).toBeGreaterThan(1)
  })

  it('is calibrated every 30 days, to the top, whatever the weather', () => {
    expect(calibrationDays(half, 12 * DAY)).toBe(18)
    expect(calibrationDays(half, 40 * DAY)).toBe(0)
    let state = stepBattery(battery, half, 0, 0.1, 30 * DAY).state
    expect(state.task).toBe('calibrate')
    for (let i = 1; i < 100; i++) state = stepBattery(battery, state, -500, 0.1, 30 * DAY + i).state
    expect(state.task).not.toBe('calibrate')
    expect(calibrationDays(state, 30 * DAY + 100)).toBe(30)
  })

  it('neither charges nor discharges while it does not work', () => {
    expect(stepBattery(battery, half, 5000, 1, 1, false).power).toBe(0)
    expect(stepBattery(battery, { ...half, task: 'float', energy: 0 }, 0, 1, 1, false).power).toBe(0)
  })
})
