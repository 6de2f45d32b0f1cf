import { toReading as intoCore, readingPayload, statePayload } from '@kellersonne/contract/telemetry/device'
import { houseLoad } from '@kellersonne/core/units/power'
import { describe, expect, it } from 'vitest'
import { FACTORY_VERSIONS } from '../firmware/firmware.ts'
import { initialPlant, type Sample } from '../plant/plant.ts'
import { nextTemperatures } from '../plant/temperatures.ts'
import { SWITCHED_ON, setError, setMessage, switchMain } from './condition.ts'
import { batteryStatus, toReading, toState } from './payloads.ts'
import { UNSET } from './settings.ts'

const at = Date.UTC(2026, 5, 18, 9, 42, 10)
const plant = initialPlant(1, at)
const sample: Sample = {
  at,
  pv: 4820.4,
  load: 650.4,
  battery: -2960.4,
  grid: -1209.6,
  soc: 64.04,
  voltage: 233.61,
  energies: plant.energies,
}

const unitState = {
  condition: SWITCHED_ON,
  plant,
  sample,
  temperatures: nextTemperatures(null, sample),
  versions: FACTORY_VERSIONS,
  settings: UNSET,
}

describe('a unit’s words', () => {
  it('PRD-02 PRD-07 a reading says what the protocol says, and adds up to the watt', () => {
    const wire = toReading(sample)
    expect(wire).toEqual({
      at: '2026-06-18T09:42:10.000Z',
      grid_v: 233.6,
      grid_w: -1210,
      pv_w: 4820,
      battery_w: -2960,
      soc: 64,
      output_w: 1860,
      energy_wh: { pv: 8204411, import: 2410230, feed_in: 4120455, charge: 2120998, discharge: 1911200 },
    })
    const { grid = null, pv = null, battery = null } = intoCore(readingPayload.parse(wire))
    expect(houseLoad({ grid, pv, battery })).toBe(650)
  })

  it('a state is one that the contract reads', () => {
    const state = toState({ ...unitState, condition: setMessage(SWITCHED_ON, 'i2', true, at) })
    const read = statePayload.parse({ at: '2026-06-18T09:42:10Z', ...state })
    expect(read).toMatchObject({
      status: 'on',
      message2: ['i2', 'ein'],
      battery_status: 'stopped',
      calibration_days: 23,
    })
    expect(read.errors).toEqual([{ code: 4103, at: new Date(at) }])
  })

  it('PRD-02 a state holds temperatures of its own, or what is set in their place', () => {
    const own = toState(unitState)
    expect(own.sensors.map(({ name, unit }) => [name, unit])).toEqual([
      ['battery_temperature', '°C'],
      ['inverter_temperature', '°C'],
    ])
    const sensors = [{ name: 'humidity', value: 61, unit: '%' }]
    const changed = toState({ ...unitState, settings: { sensors, calibrationDays: 0 } })
    expect(changed).toMatchObject({ sensors, calibration_days: 0 })
    for (const state of [own, changed]) statePayload.parse({ at: '2026-06-18T09:42:10Z', ...state })
  })

  it('DSH-05 an entry that was never written has the placeholder time', () => {
    const { errors } = toState({ ...unitState, condition: setError(SWITCHED_ON, 7, true, null) })
    expect(errors).toEqual([{ code: 7, at: '2000-0-0 0:0:0' }])
  })

  it.each([
    ['charging', SWITCHED_ON, {}, {}],
    ['discharging', SWITCHED_ON, {}, { battery: 800 }],
    ['idle', SWITCHED_ON, {}, { battery: 0 }],
    ['full', SWITCHED_ON, {}, { battery: 0, soc: 100 }],
    ['empty', SWITCHED_ON, { task: 'empty' }, { battery: 0 }],
    ['float', SWITCHED_ON, { task: 'float' }, {}],
    ['calibrating', SWITCHED_ON, { task: 'calibrate' }, {}],
    ['off', switchMain(SWITCHED_ON, false, at).condition, {}, {}],
    ['idle', { ...SWITCHED_ON, mode: 'standby' }, {}, {}],
  ] as const)('the battery is %s', (word, condition, battery, measured) => {
    const state = { ...plant, battery: { ...plant.battery, ...battery } }
    expect(
      batteryStatus({ ...condition, raised: [], errors: [], pending: [], heard: [] }, state, {
        ...sample,
        ...measured,
      }),
    ).toBe(word)
  })
})
