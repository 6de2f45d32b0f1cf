import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counterNames } from '../telemetry/readings.ts'
import type { QuarterEnergies } from './balance.ts'
import { attributeEnergies } from './flows.ts'
import { evening, night, noon, quarter } from './test/quarters.ts'

const flowing = (given: QuarterEnergies) =>
  Object.fromEntries(Object.entries(attributeEnergies(given)?.flows ?? {}).filter(([, energy]) => energy > 0))

describe('energies attributed', () => {
  it.each([
    ['sun for all', noon, { pvToHouse: 200, pvToBattery: 700, pvToGrid: 300 }],
    ['evening', evening, { batteryToHouse: 150, gridToHouse: 50 }],
    ['float charge at night', night, { gridToHouse: 100, gridToBattery: 200 }],
    // A cloud or a kettle, not grid charging: charge and import took turns within the quarter.
    [
      'charge and import by turns',
      quarter({ pv: 300, import: 60, charge: 60 }),
      { pvToHouse: 240, pvToBattery: 60, gridToHouse: 60 },
    ],
    [
      'feed-in and import by turns',
      quarter({ pv: 300, import: 60, feedIn: 90 }),
      { pvToHouse: 210, pvToGrid: 90, gridToHouse: 60 },
    ],
    [
      'battery into the grid',
      quarter({ pv: 10, discharge: 200, feedIn: 150 }),
      { pvToGrid: 10, batteryToHouse: 60, batteryToGrid: 140 },
    ],
  ])('DSH-08 %s', (_, given, flows) => {
    expect(flowing(given)).toEqual(flows)
  })

  it('DSH-08 whatever came in went out, or is named unexplained', () => {
    const energy = fc.nat(5000)
    fc.assert(
      fc.property(
        fc.record({ pv: energy, import: energy, feedIn: energy, charge: energy, discharge: energy }),
        (e) => {
          const found = attributeEnergies(quarter(e))
          if (!found) throw new Error('not attributed')
          const f = found.flows
          expect(Math.min(...Object.values(f), found.unexplained)).toBeGreaterThanOrEqual(0)
          expect(f.pvToHouse + f.pvToBattery + f.pvToGrid).toBe(e.pv)
          expect(f.batteryToHouse + f.batteryToGrid).toBe(e.discharge)
          expect(f.gridToHouse + f.gridToBattery).toBe(e.import)
          expect(f.pvToGrid + f.batteryToGrid + f.pvToBattery + f.gridToBattery + found.unexplained).toBe(
            e.feedIn + e.charge,
          )
        },
      ),
    )
  })

  it.each(counterNames)('DSH-08 not without %s, nor with less than none of it', (name) => {
    expect(attributeEnergies(quarter({ [name]: null }))).toBeNull()
    expect(attributeEnergies(quarter({ [name]: -1 }))).toBeNull()
  })
})
