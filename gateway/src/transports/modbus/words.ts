import type { Register, WordType } from '../../profiles/modbus.ts'
import type { Value } from '../transport.ts'

const sizes = { u16: 1, s16: 1, u32: 2, s32: 2, u64: 4, s64: 4, f32: 2, f64: 4 } as const
const notAvailable: Partial<Record<WordType, readonly string[]>> = {
  u16: ['0xffff'],
  s16: ['0x8000'],
  u32: ['0xffffffff'],
  s32: ['0x80000000'],
  u64: ['0xffffffffffffffff', '0x8000000000000000'],
  s64: ['0x8000000000000000'],
}

/** Registers that a value takes. */
export const sizeOf = ({ type, length }: Pick<Register, 'type' | 'length'>): number =>
  type === 'text' ? length : sizes[type]

/** Reverses 16-bit words, not bytes. */
function reversed(bytes: Buffer): Buffer {
  const words = Array.from({ length: bytes.length / 2 }, (_, i) => bytes.subarray(2 * i, 2 * i + 2))
  return Buffer.concat(words.reverse())
}

function numberIn(type: Exclude<WordType, 'text'>, bytes: Buffer): number {
  switch (type) {
    case 'u16':
      return bytes.readUInt16BE()
    case 's16':
      return bytes.readInt16BE()
    case 'u32':
      return bytes.readUInt32BE()
    case 's32':
      return bytes.readInt32BE()
    case 'u64':
      return Number(bytes.readBigUInt64BE())
    case 's64':
      return Number(bytes.readBigInt64BE())
    case 'f32':
      return bytes.readFloatBE()
    case 'f64':
      return bytes.readDoubleBE()
  }
}

/** A float beyond this is one of the many ways to say "not available" (SolarEdge: −3.4e38). */
const MAX_NUMBER = 1e15

/** The value in a register's bytes, scaled; null if they say that it is not available. */
export function decoded(
  register: Pick<Register, 'type' | 'words' | 'nan' | 'scale'>,
  bytes: Buffer,
): Value | null {
  const { type, nan } = register
  const words = register.words === 'little' ? reversed(bytes) : bytes
  if (type === 'text') return words.toString('latin1').replaceAll('\0', '').trim()
  const raw = BigInt(`0x${words.toString('hex')}`)
  if ((nan ?? notAvailable[type] ?? []).some((one) => BigInt(one) === raw)) return null
  const number = numberIn(type, words)
  return Math.abs(number) <= MAX_NUMBER ? number * register.scale : null
}

export const rawWords = (bytes: Buffer): string => `0x${bytes.subarray(0, 16).toString('hex')}`
