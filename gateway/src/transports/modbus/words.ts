import type { Register, WordType } from '../../profiles/modbus.ts'
import type { Field, Value } from '../transport.ts'

const sizes = { u16: 1, s16: 1, u32: 2, s32: 2, u64: 4, s64: 4, f32: 2, f64: 4 } as const
/** Each type's usual marker for "not available", as the number it decodes to. */
const notAvailable: Partial<Record<WordType, readonly number[]>> = {
  u16: [0xffff],
  s16: [-0x8000],
  u32: [0xffffffff],
  s32: [-0x80000000],
  u64: [Number(0xffffffffffffffffn), Number(0x8000000000000000n)],
  s64: [Number(-0x8000000000000000n)],
}

/** Returns the number of registers that a value takes. */
export const sizeOf = ({ type, length }: Pick<Register, 'type' | 'length'>): number =>
  type === 'text' ? length : sizes[type]

/** Reverses 16-bit words, not bytes. */
function reversed(bytes: Buffer): Buffer {
  const words = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.subarray(2 * i, 2 * i + 2))
  return Buffer.concat(words.reverse())
}

/** Decodes the number at a byte offset, most significant word first. */
function numberIn(type: Exclude<WordType, 'text'>, bytes: Buffer, from: number): number {
  switch (type) {
    case 'u16':
      return bytes.readUInt16BE(from)
    case 's16':
      return bytes.readInt16BE(from)
    case 'u32':
      return bytes.readUInt32BE(from)
    case 's32':
      return bytes.readInt32BE(from)
    case 'u64':
      return Number(bytes.readBigUInt64BE(from))
    case 's64':
      return Number(bytes.readBigInt64BE(from))
    case 'f32':
      return bytes.readFloatBE(from)
    case 'f64':
      return bytes.readDoubleBE(from)
  }
}

const isOneOf = (nan: readonly string[], word: Buffer) =>
  nan.some((one) => BigInt(one) === BigInt(`0x${word.toString('hex')}`))

/** A float beyond this means "not available" (SolarEdge: −3.4e38). */
const MAX_NUMBER = 1e15

type Coded = Pick<Register, 'type' | 'length' | 'words' | 'nan' | 'scale'>

/** Decodes and scales the value of a register at a byte offset; null if it is not available. */
export function decoded(register: Coded, bytes: Buffer, from = 0): Value | null {
  const { type, nan } = register
  const own = () => bytes.subarray(from, from + 2 * sizeOf(register))
  if (type === 'text') return own().toString('latin1').replaceAll('\0', '').trim()
  const turned = register.words === 'little' && sizeOf(register) > 1
  const number = turned ? numberIn(type, reversed(own()), 0) : numberIn(type, bytes, from)
  const missing =
    nan === undefined ? notAvailable[type]?.includes(number) : isOneOf(nan, turned ? reversed(own()) : own())
  return !missing && Math.abs(number) <= MAX_NUMBER ? number * register.scale : null
}

const RAW_BYTES = 16

type Place = { readonly register: Pick<Register, 'type' | 'length'>; readonly from: number }

/** A field that keeps its raw bytes, from a byte offset in a block. */
export class ModbusField implements Field {
  readonly value: Value | null
  readonly at: number
  readonly #bytes: Buffer
  readonly #place: Place
  constructor(value: Value | null, at: number, bytes: Buffer, place: Place) {
    this.value = value
    this.at = at
    this.#bytes = bytes
    this.#place = place
  }
  raw(): string {
    const { register, from } = this.#place
    const length = Math.min(RAW_BYTES, 2 * sizeOf(register))
    return `0x${this.#bytes.toString('hex', from, from + length)}`
  }
}
