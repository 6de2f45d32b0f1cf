import type { ModbusTransport, Register } from '../../profiles/modbus.ts'
import { filled, type Options } from '../options.ts'
import { describedRegister } from './described.ts'
import { sizeOf } from './words.ts'

/** Registers of one unit that are read at once. */
export type Block = {
  readonly unit: number
  readonly function: 'holding' | 'input'
  readonly start: number
  readonly count: number
}
/** A register, and the unit it is read from. */
export type Placed = { readonly name: string; readonly unit: number; readonly register: Register }

const MAX_WORDS = 125
const endOf = ({ register }: Placed) => register.address + sizeOf(register)

export const isInside = ({ unit, register }: Placed, block: Block): boolean =>
  unit === block.unit &&
  register.function === block.function &&
  register.address >= block.start &&
  register.address + sizeOf(register) <= block.start + block.count

/** Joins registers with at most `hole` others between them. */
function joined(blocks: Block[], placed: Placed, hole: number): Block[] {
  const last = blocks.at(-1)
  const { unit, register } = placed
  const fits =
    last?.unit === unit &&
    last.function === register.function &&
    register.address <= last.start + last.count + hole &&
    endOf(placed) - last.start <= MAX_WORDS
  if (last && fits) {
    const count = Math.max(last.count, endOf(placed) - last.start)
    return [...blocks.slice(0, -1), { ...last, count }]
  }
  return [...blocks, { unit, function: register.function, start: register.address, count: sizeOf(register) }]
}

const order = (a: Placed, b: Placed) =>
  a.unit - b.unit ||
  Number(a.register.function > b.register.function) - Number(a.register.function < b.register.function) ||
  a.register.address - b.register.address

/**
 * The reads that bring all registers: the profile's own blocks as far as they are used, and else what lies close
 * together. `hole`: how many registers between them may be read in vain; a device may refuse those that it does not
 * have, and the whole block with them.
 */
export function planOf(all: readonly Placed[], given: readonly Block[], hole: number): Block[] {
  const used = given.filter((block) => all.some((placed) => isInside(placed, block)))
  const others = all.filter((placed) => !used.some((block) => isInside(placed, block))).toSorted(order)
  return [...used, ...others.reduce((blocks: Block[], placed) => joined(blocks, placed, hole), [])]
}

/** A block's registers one by one, each once. */
export function singlesOf(block: Block, all: readonly Placed[]): Block[] {
  const inside = all.filter((placed) => isInside(placed, block)).map(({ register }) => register)
  const counts = new Map(inside.map((register) => [register.address, sizeOf(register)]))
  return [...counts].map(([start, count]) => ({ ...block, start, count }))
}

/** Units may be options, whose number `unitOf` knows; null = it was left empty. */
export function placedOf(
  transport: ModbusTransport,
  options: Options,
  unitOf: (unit: Register['unit']) => number | null,
): Placed[] {
  const described = Object.entries(transport.described).flatMap(([name, text]) => {
    const whole = filled(text, options)
    return whole === null ? [] : [[name, describedRegister(name, whole)] as const]
  })
  return [...Object.entries(transport.registers), ...described].flatMap(([name, register]) => {
    const unit = unitOf(register.unit)
    return unit === null ? [] : [{ name, unit, register }]
  })
}
