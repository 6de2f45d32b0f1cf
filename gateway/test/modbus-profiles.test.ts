import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namedProfile, ownProfiles } from '../src/profiles/load.ts'
import type { Register } from '../src/profiles/modbus.ts'
import { notAsserted } from './asserted.ts'
import { type ModbusDevice, startModbusDevices } from './devices/modbus-devices.ts'
import { modbusStates } from './fixtures.ts'
import { readOnce, valuesIn } from './read-device.ts'

const words = (hex: string): string[] => hex.match(/.{4}/g) ?? []
/** How each type says "not available". */
const unknown = {
  u16: words('ffff'),
  s16: words('8000'),
  u32: words('ffffffff'),
  s32: words('80000000'),
  u64: words('ffffffffffffffff'),
  s64: words('8000000000000000'),
  f32: words('7fc00000'),
  f64: words('7ff8000000000000'),
  text: words('0000'),
} satisfies Record<Register['type'], string[]>

/** Devices of which every register says that it is not available. */
const silent = ownProfiles().flatMap((id) => {
  const { transport } = namedProfile(id, '/')
  if (transport.kind !== 'modbus' || Object.keys(transport.sunspec).length > 0) return []
  const registers = Object.values(transport.registers).flatMap(
    ({ type, address, function: kind, words: order }) => {
      const reported = order === 'little' ? unknown[type].toReversed() : unknown[type]
      return [{ unit: Number(transport.unit), function: kind, address, words: reported }]
    },
  )
  const device: ModbusDevice = { framing: transport.framing, registers }
  return registers.length > 0 ? [{ id, device }] : []
})

describe('profiles of Modbus devices', () => {
  let devices: Awaited<ReturnType<typeof startModbusDevices>>
  beforeAll(async () => {
    devices = await startModbusDevices([...modbusStates, ...silent.map(({ device }) => device)])
  })
  afterAll(() => devices.stop())

  it.concurrent.each(modbusStates.map((state, i) => ({ ...state, i })))(
    'GWY-02 reads $profile that $name',
    async ({ profile, options, expected, absent, i }) => {
      const status = await readOnce({ profile, options, port: devices.ports[i] })
      expect(status.fault).toBeNull()
      const values = valuesIn(status)
      expect(values).toMatchObject(expected)
      expect(absent.filter((name) => name in values || (name === '*' && status.values.size > 0))).toEqual([])
    },
  )

  it.concurrent.each(silent.map(({ id }, i) => ({ id, i: i + modbusStates.length })))(
    'GWY-05 leaves out all that $id does not know, and makes no 0 of it',
    async ({ id, i }) => {
      expect(valuesIn(await readOnce({ profile: id, port: devices.ports[i] }))).toEqual({})
    },
  )

  it('GWY-02 asserts each measure of every Modbus profile, and both directions of grid and battery', () => {
    expect(notAsserted('modbus', modbusStates)).toEqual([])
  })
})
