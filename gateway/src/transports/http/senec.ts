import type { Value } from '../transport.ts'

const ABSENT = new Set(['VARIABLE_NOT_FOUND', 'OBJECT_NOT_FOUND', 'FORBIDDEN'])
const HEX = /^[0-9A-Fa-f]{1,16}$/
const bits = { u1: 16, u3: 32, u6: 64, u8: 8, i1: 16, i3: 32, i8: 8 } as const
const isSized = (type: string): type is keyof typeof bits => type in bits

const float = (hex: string) => Buffer.from(hex.padStart(8, '0').slice(-8), 'hex').readFloatBE()

/**
 * Decodes a SENEC number such as `fl_42C80000` or `u8_0F`: type, then hexadecimal digits. Null if the value is not
 * known now, undefined if the device never knows it.
 */
export function fromSenec(text: unknown): Value | null | undefined {
  if (typeof text !== 'string' || ABSENT.has(text)) return undefined
  const [type = '', digits = ''] = [text.slice(0, 2), text.slice(3)]
  if (type === 'st') return digits
  if (text.charAt(2) !== '_' || !HEX.test(digits)) return null
  if (type === 'fl') {
    const number = float(digits)
    return Number.isFinite(number) ? number : null
  }
  if (!isSized(type)) return null
  const number = BigInt(`0x${digits}`)
  return Number(type.startsWith('i') ? BigInt.asIntN(bits[type], number) : BigInt.asUintN(bits[type], number))
}
