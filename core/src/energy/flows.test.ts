import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { houseLoad, IDLE_W, type Powers } from '../units/power.ts'
import { wattHours, watts } from '../units/units.ts'
import { attributeEnergies, attributeFlows, type Flows, flowing } from './flows.ts'

const powers = (grid: number, pv: number, battery: number): Powers => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
const nonzero = (flows: Flows | null) =>
  Object.fromEntries(Object.entries(flows ?? {}).filter(([, power]) => power > 0))

describe('attribution', () => {
  it.each([
    ['sun for all', powers(-1210, 4820, -2960), { pvToHouse: 650, pvToBattery: 2960, pvToGrid: 1210 }],
    ['battery full', powers(-4710, 5340, 0), { pvToHouse: 630, pvToGrid: 4710 }],
    ['a cloud', powers(0, 920, 1310), { pvToHouse: 920, batteryToHouse: 1310 }],
    ['evening', powers(0, 0, 620), { batteryToHouse: 620 }],
    ['cooking in winter', powers(1150, 0, 2400), { batteryToHouse: 2400, gridToHouse: 1150 }],
    ['float charge', powers(710, 0, -180), { gridToHouse: 530, gridToBattery: 180 }],
    ['sun and grid', powers(1620, 1050, 0), { pvToHouse: 1050, gridToHouse: 1620 }],
    ['nobody at home', powers(-1000, 1000, 0), { pvToGrid: 1000 }],
    ['battery into the grid', powers(-400, 0, 1000), { batteryToHouse: 600, batteryToGrid: 400 }],
    // A kettle faster than the battery's control, not grid charging.
    ['a kettle', powers(50, 1000, -500), { pvToHouse: 500, pvToBattery: 500, gridToHouse: 50 }],
    ['cheap power', powers(600, 300, -500), { pvToBattery: 300, gridToHouse: 400, gridToBattery: 200 }],
    ['a sale', powers(-1200, 1000, 500), { pvToGrid: 1000, batteryToHouse: 300, batteryToGrid: 200 }],
  ])('DSH-06 %s', (_, given, flows) => {
    expect(nonzero(attributeFlows(given))).toEqual(flows)
  })

  it('DSH-06 is not known where a power is not', () => {
    expect(attributeFlows({ ...powers(1, 2, 3), pv: null })).toBeNull()
  })

  it('DSH-06 is worth drawing from where a meter is no longer quite still', () => {
    expect(flowing(watts(IDLE_W))).toBe(true)
    expect(flowing(watts(IDLE_W - 0.1))).toBe(false)
  })

  it('PRD-08 never gives away more than there is, also where meters disagree', () => {
    const power = fc.integer({ min: -20_000, max: 20_000 })
    fc.assert(
      fc.property(power, fc.nat(20_000), power, (grid, pv, battery) => {
        const f = attributeFlows(powers(grid, pv, battery))
        if (f === null) throw new Error('not attributed')
        expect(f.pvToHouse + f.pvToBattery + f.pvToGrid).toBeLessThanOrEqual(pv)
        expect(f.batteryToHouse + f.batteryToGrid).toBeLessThanOrEqual(Math.max(0, battery))
      }),
    )
  })

  it('DSH-06 DSH-08 is the same for powers as for the energies of a quarter at these powers', () => {
    const power = fc.integer({ min: -20_000, max: 20_000 })
    fc.assert(
      fc.property(power, fc.nat(20_000), power, (grid, pv, battery) => {
        const quarter = (value: number) => wattHours(Math.max(0, value) / 4)
        const energies = attributeEnergies({
          ...{ pv: quarter(pv), import: quarter(grid), feedIn: quarter(-grid) },
          ...{ charge: quarter(-battery), discharge: quarter(battery) },
        })
        const flows = Object.entries(attributeFlows(powers(grid, pv, battery)) ?? {})
        expect(energies?.flows).toEqual(Object.fromEntries(flows.map(([name, value]) => [name, value / 4])))
      }),
    )
  })

  it('PRD-08 whatever flows in flows out, for every reading with a load', () => {
    const power = fc.integer({ min: -20_000, max: 20_000 })
    fc.assert(
      fc.property(power, fc.nat(20_000), power, (grid, pv, battery) => {
        const given = powers(grid, pv, battery)
        const load = houseLoad(given) ?? 0
        fc.pre(load >= 0)
        const f = attributeFlows(given)
        if (f === null) throw new Error('not attributed')
        expect(Math.min(...Object.values(f))).toBeGreaterThanOrEqual(0)
        expect(f.pvToHouse + f.pvToBattery + f.pvToGrid).toBe(pv)
        expect(f.pvToHouse + f.batteryToHouse + f.gridToHouse).toBe(load)
        expect(f.pvToBattery + f.gridToBattery + battery).toBe(f.batteryToHouse + f.batteryToGrid)
        expect(f.gridToHouse + f.gridToBattery).toBe(grid + f.pvToGrid + f.batteryToGrid)
      }),
    )
  })
})
