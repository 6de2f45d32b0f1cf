import type { ModbusTransport, Register } from '../../profiles/modbus.ts'
import { DeviceFault } from '../fault.ts'
import { filled } from '../options.ts'
import type { DeviceConnection, Field, Fields, Place } from '../transport.ts'
import type { openBuses } from './bus.ts'
import { type Block, isInside, type Placed, placedOf, planOf, singlesOf } from './plan.ts'
import { type Located, locate, type Model, walk } from './sunspec.ts'
import { type Place as Bytes, decoded, ModbusField, sizeOf } from './words.ts'

type Stretch = { readonly block: Block; readonly bytes: Buffer }
const MAX_FACTOR = 10
/** Models have no gaps: points that a device lacks are marked as not available. */
const SUNSPEC_HOLE = 60

/** Finds a register in the blocks read; null if the device does not have it. */
function placeOf(read: readonly Stretch[], placed: Placed): Bytes | null {
  const hit = read.find(({ block }) => isInside(placed, block))
  return hit ? { bytes: hit.bytes, from: 2 * (placed.register.address - hit.block.start) } : null
}

/** A point's register and that of its scale factor. */
const withFactor = ({ factor, ...point }: Located): Placed[] =>
  factor ? [point, { ...point, register: factor }] : [point]

/** Returns ten to the power of a point's scale factor; null if that is not valid. */
function factorOf(read: readonly Stretch[], point: Located): number | null {
  const { factor } = point
  if (factor === null) return 1
  const found = placeOf(read, { ...point, register: factor })
  const exponent = found && decoded(factor, found.bytes, found.from)
  return typeof exponent === 'number' && Math.abs(exponent) <= MAX_FACTOR ? 10 ** exponent : null
}

/** Reads a device's registers and SunSpec points in as few requests as its profile allows. */
export function openModbus(
  transport: ModbusTransport,
  place: Place,
  busOf: ReturnType<typeof openBuses>,
): DeviceConnection {
  const bus = busOf({ ...transport, host: place.host, port: place.port ?? transport.port })
  const own = numberOf(transport.unit) ?? 1
  const unitOf = (unit: Register['unit']) => (unit === undefined ? (place.unit ?? own) : numberOf(unit))
  const registers = placedOf(transport, place.options, unitOf)
  const given = transport.blocks.flatMap(({ unit: wanted, ...block }) => {
    const unit = unitOf(wanted)
    return unit === null ? [] : [{ ...block, unit }]
  })
  let located: Located[] | null = null
  let plan: readonly Block[] = []

  function numberOf(unit: number | string): number | null {
    const text = filled(String(unit), place.options)
    if (text === null) return null
    const number = Number(text)
    if (!Number.isInteger(number) || number < 0 || number > 255) throw new DeviceFault('option', String(unit))
    return number
  }

  /** Addresses of models stay the same while the device runs; after a fault it may be a different device. */
  async function explore(signal: AbortSignal): Promise<Located[]> {
    const points = Object.entries(transport.sunspec).flatMap(([name, point]) => {
      const unit = unitOf(point.unit)
      return unit === null ? [] : [{ name, point, unit }]
    })
    const found = new Map<number, Model[]>()
    for (const { unit } of points) if (!found.has(unit)) found.set(unit, await walk(bus.read, unit, signal))
    return points.flatMap(({ name, point, unit }) => locate(name, point, unit, found.get(unit) ?? []) ?? [])
  }
  async function readAll(signal: AbortSignal): Promise<Stretch[]> {
    const read: Stretch[] = []
    const fetch = async (block: Block) => {
      const bytes = await bus.read(block, signal)
      if (bytes !== null) read.push({ block, bytes })
      return bytes !== null
    }
    for (const block of plan) {
      if ((await fetch(block)) || block.count === 1) continue
      // The device may lack only some of the block's registers.
      const singles = singlesOf(block, [...registers, ...(located ?? []).flatMap(withFactor)])
      if (singles.length < 2) continue
      plan = plan.flatMap((other) => (other === block ? singles : [other]))
      for (const single of singles) await fetch(single)
    }
    return read
  }
  function expectRight(fields: Fields) {
    for (const [name, expected] of Object.entries(transport.expect)) {
      const field = fields.get(name)
      if (field?.value !== expected) throw new DeviceFault('wrong_device', name, field?.raw() ?? '')
    }
  }

  async function read(signal: AbortSignal): Promise<Fields> {
    if (located === null) {
      located = await explore(signal)
      plan = [...planOf(registers, given, 0), ...planOf(located.flatMap(withFactor), [], SUNSPEC_HOLE)]
    }
    const stretches = await readAll(signal)
    const at = place.clock()
    const fields = new Map<string, Field>()
    for (const placed of registers) {
      const found = placeOf(stretches, placed)
      const { name, register } = placed
      if (found)
        fields.set(
          name,
          new ModbusField(decoded(register, found.bytes, found.from), at, found, sizeOf(register)),
        )
    }
    for (const point of located) {
      const { name, register, zeroIsNone } = point
      const found = placeOf(stretches, point)
      if (!found) continue
      const value = decoded(register, found.bytes, found.from)
      const factor = factorOf(stretches, point)
      const known = typeof value === 'number' && factor !== null && !(zeroIsNone && value === 0)
      fields.set(name, new ModbusField(known ? value * factor : null, at, found, sizeOf(register)))
    }
    expectRight(fields)
    return fields
  }
  return {
    async read(signal) {
      try {
        return await read(signal)
      } catch (error) {
        located = null
        throw error
      }
    },
    close: async () => bus.close(),
  }
}
