import { expect, it } from 'vitest'
import { unitNamed } from './typed.ts'

it.each([
  ['pv_w', 'W'],
  ['grid_kw', 'kW'],
  ['Ertrag [kWh]', 'kWh'],
  ['Energie (Wh)', 'Wh'],
  ['Leistung in W', 'W'],
  ['W', 'W'],
  ['PV KWH total', 'kWh'],
  ['Wärmepumpe', 'kWh'],
  ['network', 'kWh'],
  ['wert', 'kWh'],
  ['', 'kWh'],
] as const)('GWY-43 suggests for a column %j the unit %s', (column, unit) => {
  expect(unitNamed(column)).toBe(unit)
})
