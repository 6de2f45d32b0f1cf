import * as z from 'zod/mini'
import type { Register, SunspecPoint } from '../../profiles/modbus.ts'
import { wordTypes } from '../../profiles/modbus.ts'
import { ownFiles } from '../../profiles/own.ts'
import { wholeNumber } from '../../profiles/parts.ts'
import { DeviceFault } from '../fault.ts'
import type { Block, Placed } from './plan.ts'

type Read = (block: Block, signal: AbortSignal) => Promise<Buffer | null>
/** Location of a model: `start` is the address of its id, `length` the number of words after id and length. */
export type Model = { readonly id: number; readonly start: number; readonly length: number }

const BASES = [40_000, 50_000, 0]
const MARK = 'SunS'
const END = 0xffff
const MAX_MODELS = 100

const offset = wholeNumber(0, 500)
const models = z.record(
  z.string(),
  z.strictObject({
    name: z.string(),
    /** Where its repeating blocks (modules) begin, and how long each is. */
    repeats: z.optional(z.strictObject({ at: offset, every: offset })),
    points: z.record(
      z.string(),
      z.strictObject({
        at: offset,
        type: z.enum(wordTypes),
        /** Offset of its scale factor, of the model as a whole. */
        factor: z.optional(offset),
        /** Repeated in each module, `at` words after its beginning. */
        repeated: z.optional(z.boolean()),
        /** A counter for which 0 means that it is not available. */
        zero_is_none: z.optional(z.boolean()),
      }),
    ),
  }),
)
const catalogue = models.parse(JSON.parse(ownFiles().get('sunspec-models') ?? ''))

/** Resolves to the models of a unit. Rejects with `DeviceFault` if it does not support SunSpec. */
export async function walk(read: Read, unit: number, signal: AbortSignal): Promise<Model[]> {
  const pair = (start: number) => read({ unit, function: 'holding', start, count: 2 }, signal)
  for (const base of BASES) {
    if ((await pair(base))?.toString('latin1') !== MARK) continue
    const found: Model[] = []
    let at = base + 2
    while (found.length < MAX_MODELS && at < 65_534) {
      const header = await pair(at)
      if (header === null || header.readUInt16BE(0) === END) return found
      const length = header.readUInt16BE(2)
      found.push({ id: header.readUInt16BE(0), start: at, length })
      at += 2 + length
    }
    return found
  }
  throw new DeviceFault('no_sunspec', `unit ${unit}`)
}

/** A point's register, and that of its scale factor. */
export type Located = Placed & { readonly factor: Register | null; readonly zeroIsNone: boolean }

const plain = { function: 'holding', words: 'big', length: 1, scale: 1 } as const

/** Finds a point; null if the device has none of its models, or too few modules. Throws a `DeviceFault` for an unknown point. */
export function locate(
  name: string,
  point: SunspecPoint,
  unit: number,
  found: readonly Model[],
): Located | null {
  const model = point.models.map((id) => found.find((one) => one.id === id)).find((one) => one !== undefined)
  if (!model) return null
  const known = catalogue[String(model.id)]
  const place = known?.points[point.point]
  if (!known || !place) throw new DeviceFault('formula', name, `${model.id}:${point.point}`)
  const { at = 0, every = 0 } = known.repeats ?? {}
  const inside = place.repeated ? at + every * (point.module - 1) + place.at : place.at
  if (inside >= model.length + 2) return null
  return {
    ...{ name, unit, zeroIsNone: place.zero_is_none ?? false },
    register: { ...plain, type: place.type, address: model.start + inside, scale: point.scale },
    factor:
      place.factor === undefined ? null : { ...plain, type: 's16', address: model.start + place.factor },
  }
}
