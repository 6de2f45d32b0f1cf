import type { BitReader, BitWriter } from '../../../telemetry/sealing/bits.ts'
import { pack, unpack } from '../../../telemetry/sealing/pack.ts'

/** Writes which values are known: in two bits if all are or none is. */
function writeKnown(out: BitWriter, values: Float64Array): Uint8Array {
  const known = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1))
  const isUniform = known.every((one) => one === known[0])
  out.write(isUniform ? 1 : 0, 1)
  if (isUniform) out.write(known[0] ?? 0, 1)
  else for (const one of known) out.write(one, 1)
  return known
}

function readKnown(bits: BitReader, count: number): Uint8Array {
  const isUniform = bits.read(1) === 1
  if (isUniform) return new Uint8Array(count).fill(bits.read(1))
  return Uint8Array.from({ length: count }, () => bits.read(1))
}

/** Writes whole numbers, NaN where not known, as differences from the one before or from what is expected. */
export function writeColumn(out: BitWriter, values: Float64Array, expected?: Float64Array): void {
  const known = writeKnown(out, values)
  if (known.includes(1)) pack(out, values, known, expected)
}

/** Reads `count` numbers that `writeColumn` wrote. */
export function readColumn(bits: BitReader, count: number, expected?: Float64Array): Float64Array {
  const known = readKnown(bits, count)
  return known.includes(1) ? unpack(bits, known, expected) : new Float64Array(count).fill(Number.NaN)
}
