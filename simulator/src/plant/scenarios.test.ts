import { attributeFlows } from '@kellersonne/core/energy/flows'
import { IDLE_W } from '@kellersonne/core/units/power'
import { watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { partOf, type ScenarioName, scenarioNames } from './scenarios.ts'

const parts = (name: ScenarioName, of: number) => Array.from({ length: of }, (_, i) => partOf(name, i, of))
const sum = (name: ScenarioName, of: number, power: 'pv' | 'load' | 'battery') =>
  parts(name, of).reduce((total, { hold }) => total + Number(hold[power]), 0)

/** Returns the flows in the whole house. */
function flows(name: ScenarioName, of = 3) {
  const [pv, load, battery] = [sum(name, of, 'pv'), sum(name, of, 'load'), sum(name, of, 'battery')]
  const found = attributeFlows({ pv: watts(pv), battery: watts(battery), grid: watts(load - pv - battery) })
  return Object.entries(found ?? {})
    .filter(([, power]) => power > IDLE_W)
    .map(([flow]) => flow)
}

describe('scenarios', () => {
  it.each([
    ['sun_for_all', ['pvToHouse', 'pvToBattery', 'pvToGrid'], 64],
    ['battery_full', ['pvToHouse', 'pvToGrid'], 100],
    ['cloud_at_noon', ['pvToHouse', 'batteryToHouse'], 71],
    ['evening', ['batteryToHouse'], 58],
    ['winter_cooking', ['batteryToHouse', 'gridToHouse'], 22],
    ['float_charge', ['gridToHouse', 'gridToBattery'], 3],
    ['sun_and_grid', ['pvToHouse', 'gridToHouse'], 5],
  ] as const)('DSH-06 %s is the picture of the energy flow', (name, expected, soc) => {
    expect(flows(name)).toEqual(expected)
    for (const { hold } of parts(name, 3)) expect(Math.round(Number(hold.soc))).toBe(soc)
  })

  it.each(scenarioNames)('PRD-05 the parts of %s are the whole, to the watt', (name) => {
    for (const power of ['pv', 'load', 'battery'] as const)
      for (const of of [2, 3, 7]) expect(sum(name, of, power)).toBe(sum(name, 1, power))
  })
})
