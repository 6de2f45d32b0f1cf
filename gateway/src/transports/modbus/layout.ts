import type { Register } from '../../profiles/modbus.ts'
import type { Field, Value } from '../transport.ts'
import { type Block, isInside, type Placed } from './plan.ts'
import type { Located } from './sunspec.ts'
import { decoded, ModbusField } from './words.ts'

/** A block with the bytes that a device sent for it. */
export type Stretch = { readonly block: Block; readonly bytes: Buffer }
/** The place of a register: the index of its stretch, and a byte offset in that. */
type Spot = { readonly register: Register; readonly stretch: number; readonly from: number }
type Found = {
  readonly name: string
  readonly spot: Spot
  readonly value: (bytes: readonly Stretch[]) => Value | null
}

const MAX_FACTOR = 10

/** Finds a register in the blocks that were read; null if the device does not have it. */
function spotOf(blocks: readonly Block[], placed: Placed): Spot | null {
  const stretch = blocks.findIndex((block) => isInside(placed, block))
  const block = blocks[stretch]
  const { register } = placed
  return block ? { register, stretch, from: 2 * (register.address - block.start) } : null
}

function decodedAt({ register, stretch, from }: Spot, read: readonly Stretch[]): Value | null {
  const found = read[stretch]
  return found ? decoded(register, found.bytes, from) : null
}

/** Returns ten to the power of a point's scale factor; null if that is not valid. */
function powerOfTen(factor: Spot, read: readonly Stretch[]): number | null {
  const exponent = decodedAt(factor, read)
  return typeof exponent === 'number' && Math.abs(exponent) <= MAX_FACTOR ? 10 ** exponent : null
}

function foundRegister(blocks: readonly Block[], placed: Placed): Found[] {
  const spot = spotOf(blocks, placed)
  return spot ? [{ name: placed.name, spot, value: (read) => decodedAt(spot, read) }] : []
}

function foundPoint(blocks: readonly Block[], { factor, zeroIsNone, ...point }: Located): Found[] {
  const spot = spotOf(blocks, point)
  if (!spot) return []
  const factorSpot = factor && spotOf(blocks, { ...point, register: factor })
  const scale = (read: readonly Stretch[]) => {
    if (factor === null) return 1
    return factorSpot && powerOfTen(factorSpot, read)
  }
  const value = (read: readonly Stretch[]) => {
    const number = decodedAt(spot, read)
    if (typeof number !== 'number' || (zeroIsNone && number === 0)) return null
    const by = scale(read)
    return by === null ? null : number * by
  }
  return [{ name: point.name, spot, value }]
}

/**
 * Returns a function that finds a device's fields in what was read. Searching is left out as long as the device sends the
 * same blocks.
 */
export function openLayout(registers: readonly Placed[], points: readonly Located[]) {
  let blocks: readonly Block[] = []
  let found: readonly Found[] = []
  const isKnown = (read: readonly Stretch[]) =>
    read.length === blocks.length && read.every(({ block }, i) => block === blocks[i])
  return (read: readonly Stretch[], at: number): Map<string, Field> => {
    if (!isKnown(read)) {
      blocks = read.map(({ block }) => block)
      found = [
        ...registers.flatMap((placed) => foundRegister(blocks, placed)),
        ...points.flatMap((point) => foundPoint(blocks, point)),
      ]
    }
    const fields = new Map<string, Field>()
    for (const { name, spot, value } of found) {
      const stretch = read[spot.stretch]
      if (stretch) fields.set(name, new ModbusField(value(read), at, stretch.bytes, spot))
    }
    return fields
  }
}
