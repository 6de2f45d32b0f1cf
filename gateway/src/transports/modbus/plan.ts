import type { ModbusTransport, Register } from '../../profiles/modbus.ts'
import { filled, type Options } from '../options.ts'
import { describedRegister } from './described.ts'
import { sizeOf } from './words.ts'

/** Consecutive registers of one unit that are read in one request. */
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

/** Merges registers with at most `hole` others between them. */
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
 * Plans the blocks that cover all registers: those of the profile where they are needed, and otherwise registers that lie
 * close together. `hole`: how many unused registers may lie between them; a device that lacks those may refuse the whole
 * block.
 */
export function planOf(all: readonly Placed[], given: readonly Block[], hole: number): Block[] {
  const used = given.filter((block) => all.some((placed) => isInside(placed, block)))
  const others = all.filter((placed) => !used.some((block) => isInside(placed, block))).toSorted(order)
  return [...used, ...others.reduce((blocks: Block[], placed) => joined(blocks, placed, hole), [])]
}

/** Splits a block into its registers, each once. */
export function singlesOf(block: Block, all: readonly Placed[]): Block[] {
  const inside = all.filter((placed) => isInside(placed, block)).map(({ register }) => register)
  const counts = new Map(inside.map((register) => [register.address, sizeOf(register)]))
  return [...counts].map(([start, count]) => ({ ...block, start, count }))
}

/** A unit may be an option, which `unitOf` resolves; null = it was left empty. */
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
