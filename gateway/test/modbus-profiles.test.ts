import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModbusDevices } from './devices/modbus-devices.ts'
import { modbusStates } from './fixtures.ts'
import { readOnce, valuesIn } from './read-device.ts'

describe('profiles of Modbus devices', () => {
  let devices: Awaited<ReturnType<typeof startModbusDevices>>
  /** The same registers, all of which say that they are not available. */
  const silent = modbusStates.map((state) => ({
    ...state,
    registers: state.registers.map((stretch) => ({ ...stretch, words: stretch.words.map(() => 'ffff') })),
  }))
  beforeAll(async () => {
    devices = await startModbusDevices([...modbusStates, ...silent])
  })
  afterAll(() => devices.stop())

  it.concurrent.each(modbusStates.map((state, i) => ({ ...state, i })))(
    'GWY-02 reads $profile that $name',
    async (state) => {
      const { profile, options, expected, absent, i } = state
      const status = await readOnce({ profile, options, port: devices.ports[i] })
      expect(status.fault).toBeNull()
      expect(valuesIn(status)).toMatchObject(expected)
      expect(absent.filter((name) => name in valuesIn(status))).toEqual([])
    },
  )

  it.concurrent.each(silent.map((state, i) => ({ ...state, i: i + modbusStates.length })))(
    'GWY-05 leaves out all that $profile does not know, and makes no 0 of it ($name)',
    async ({ profile, options, i }) => {
      expect(valuesIn(await readOnce({ profile, options, port: devices.ports[i] }))).toEqual({})
    },
  )
})
