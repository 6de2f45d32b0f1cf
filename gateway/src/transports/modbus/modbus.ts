import type { ModbusTransport, Register } from '../../profiles/modbus.ts'
import { DeviceFault } from '../fault.ts'
import { filled } from '../options.ts'
import type { DeviceConnection, Fields, Place } from '../transport.ts'
import type { openBuses } from './bus.ts'
import { openLayout, type Stretch } from './layout.ts'
import { type Block, type Placed, placedOf, planOf, singlesOf } from './plan.ts'
import { type Located, locate, type Model, walk } from './sunspec.ts'

/** Models have no gaps: points that a device lacks are marked as not available. */
const SUNSPEC_HOLE = 60

/** A point's register and that of its scale factor. */
const withFactor = ({ factor, ...point }: Located): Placed[] =>
  factor ? [point, { ...point, register: factor }] : [point]

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
  let points: readonly Located[] = []
  /** null = unknown, or unknown again after a fault. */
  let fieldsIn: ReturnType<typeof openLayout> | null = null
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
    for (const block of plan) {
      const bytes = await bus.read(block, signal)
      if (bytes !== null) read.push({ block, bytes })
      if (bytes !== null || block.count === 1) continue
      // The device may lack only some of the block's registers.
      const singles = singlesOf(block, [...registers, ...points.flatMap(withFactor)])
      if (singles.length < 2) continue
      plan = plan.flatMap((other) => (other === block ? singles : [other]))
      for (const single of singles) {
        const word = await bus.read(single, signal)
        if (word !== null) read.push({ block: single, bytes: word })
      }
    }
    return read
  }
  function expectRight(fields: Fields) {
    for (const [name, expected] of Object.entries(transport.expect)) {
      const field = fields.get(name)
      if (field?.value !== expected) throw new DeviceFault('wrong_device', name, field?.raw() ?? '')
    }
  }

  async function prepare(signal: AbortSignal) {
    points = await explore(signal)
    plan = [...planOf(registers, given, 0), ...planOf(points.flatMap(withFactor), [], SUNSPEC_HOLE)]
    return openLayout(registers, points)
  }
  return {
    async read(signal) {
      try {
        fieldsIn ??= await prepare(signal)
        const read = await readAll(signal)
        const fields = fieldsIn(read, place.clock())
        expectRight(fields)
        return fields
      } catch (error) {
        fieldsIn = null
        throw error
      }
    },
    close: async () => bus.close(),
  }
}
