import { describe, expect, it } from 'vitest'
import type { DeviceStatus } from '../devices/device.ts'
import { namedProfile } from '../profiles/load.ts'
import { type Measure, measureNames } from '../profiles/measures.ts'
import { chooseValues } from './choose.ts'
import { NO_MEMORY } from './memory.ts'
import { momentOf } from './system.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
/** A device that is capable of these measures and reports those that have a value; `age`: of its values, s. */
function device(
  name: string,
  profile: string,
  reading: Partial<Record<Measure, number | null>>,
  age = 0,
): DeviceStatus {
  const at = NOW - 1000 * age
  const measures = measureNames.filter((measure) => measure in reading)
  return {
    ...{
      name,
      profile: namedProfile(profile, '/'),
      host: '',
      pollS: 10,
      raw: new Map(),
      fault: null,
      answeredAt: at,
    },
    able: new Set(measures),
    values: new Map(
      measures.flatMap((measure) => {
        const value = reading[measure]
        return typeof value === 'number' ? [[measure, { value, at }]] : []
      }),
    ),
  }
}
const chosen = (devices: readonly DeviceStatus[], sources = {}) =>
  Object.fromEntries([...chooseValues(devices, sources, NOW)].map(([name, { value }]) => [name, value]))

describe('values of a system', () => {
  const inverter = device('inverter', 'fronius-gen24-modbus', {
    grid_w: 5,
    pv_w: 900,
    soc: 60,
    battery_w: -100,
  })
  const meter = device('meter', 'sma-home-manager', { grid_w: 7 })
  const box = device('box', 'byd-battery-box', { soc: 61, battery_w: -90 })

  it('GWY-11 come from the device that knows them best, the first among equals', () => {
    expect(chosen([inverter, meter, box])).toEqual({ grid_w: 7, pv_w: 900, soc: 61, battery_w: -100 })
    expect(chosen([inverter, { ...inverter, name: 'second' }])).toMatchObject({ pv_w: 900 })
  })

  it('GWY-11 are missing while that device is silent: nobody takes its place', () => {
    const silent = device('meter', 'sma-home-manager', { grid_w: null })
    expect(chosen([inverter, silent])).not.toHaveProperty('grid_w')
  })

  it('GWY-11 are a sum where the settings say so, which misses no part', () => {
    const roof = device('roof', 'sma-pv', { pv_w: 100 })
    const sources = { pv_w: ['inverter', 'roof'] }
    expect(chosen([inverter, roof], sources)).toMatchObject({ pv_w: 1000 })
    expect(chosen([inverter, device('roof', 'sma-pv', { pv_w: null })], sources)).not.toHaveProperty('pv_w')
    expect(chosen([inverter], sources)).not.toHaveProperty('pv_w')
  })

  it('GWY-11 GWY-12 are left out where the sum is more than can be: the server would refuse all of the reading', () => {
    const sources = { pv_w: ['inverter', 'roof'] }
    const withRoof = (watts: number) => chosen([inverter, device('roof', 'sma-pv', { pv_w: watts })], sources)
    expect(withRoof(99_100)).toMatchObject({ pv_w: 100_000, grid_w: 5 })
    expect(withRoof(99_101)).not.toHaveProperty('pv_w')
    expect(withRoof(99_101)).toMatchObject({ grid_w: 5, battery_w: -100 })
  })

  it('GWY-04 are left out once they are old', () => {
    expect(chosen([device('roof', 'sma-pv', { pv_w: 100 }, 44)])).toEqual({ pv_w: 100 })
    expect(chosen([device('roof', 'sma-pv', { pv_w: 100 }, 46)])).toEqual({})
  })

  it('GWY-07 sums up only counters that no device has or ever had', () => {
    const counted = device('meter', 'sma-home-manager', { grid_w: 7, import_wh: 1000, feed_in_wh: null })
    const first = momentOf([inverter, counted], { sources: {}, capacity_wh: undefined }, NO_MEMORY, NOW)
    expect(first.summed).toEqual(new Set(['pv_wh', 'charge_wh', 'discharge_wh']))
    expect(first.reading).toMatchObject({ energy_wh: { import: 1000, pv: 0 } })
    expect(first.reading).not.toHaveProperty('energy_wh.feed_in')
    // Without its meter: what was counted once is not summed up from then on.
    const later = momentOf([inverter], { sources: {}, capacity_wh: undefined }, first.memory, NOW)
    expect(later.summed).not.toContain('import_wh')
    expect(later.reading).not.toHaveProperty('energy_wh.import')
  })

  it('GWY-05 say nothing at all while nothing is known', () => {
    const silent = device('meter', 'sma-home-manager', { grid_w: null })
    expect(momentOf([silent], { sources: {}, capacity_wh: undefined }, NO_MEMORY, NOW).reading).toBeNull()
  })
})
