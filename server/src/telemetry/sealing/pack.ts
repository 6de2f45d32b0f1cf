import type { BitReader, BitWriter } from './bits.ts'

const ALL_THE_SAME = 63
const WIDTH_BITS = 6
const EXACT_BITS = 53
/** This many ones mark a number written in full; the prefix fits into a single read. */
const ESCAPE = 20
/** Below it, integers fit into 32 bits. */
const SMALL = 2 ** 31

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
/** Maps 0, −1, 1, −2 … to 0, 1, 2, 3 …. */
const folded = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const unfolded = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

const costOf = (value: number, width: number) => {
  const ones = Math.floor(value / 2 ** width)
  return ones < ESCAPE ? ones + 1 + width : ESCAPE + EXACT_BITS + 1
}
const costOfAll = (values: readonly number[], width: number) =>
  values.reduce((cost, value) => cost + costOf(value, width), 0)

/** The cost may rise before it falls, so all widths up to the one at which nothing more can be saved are tried. */
function cheapestWidth(values: readonly number[]): number {
  const widest = Math.ceil(Math.log2(Math.max(...values) + 1))
  let best = 0
  let cost = Number.POSITIVE_INFINITY
  for (let width = 0; width <= widest; width += 1) {
    const next = costOfAll(values, width)
    if (next < cost) [best, cost] = [width, next]
  }
  return best
}

/**
 * Writes a column's integers (below 2⁵² either way) that `known` marks, as differences from the expected value
 * (`expected`, where unknown 0; or else the known number before), in a Rice code (Rice, Plaunt, Adaptive variable-length coding, IEEE
 * Trans. Comm. 19, 1971) of the cheapest width. Their common divisor is factored out first.
 */
export function pack(out: BitWriter, values: Float64Array, known: Uint8Array, expected?: Float64Array): void {
  let unit = 0
  for (let i = 0; i < values.length; i += 1) if (known[i]) unit = divisor(Math.abs(values[i] ?? 0), unit)
  unit ||= 1
  const differences: number[] = []
  let before = 0
  for (let i = 0; i < values.length; i += 1) {
    if (!known[i]) continue
    const value = (values[i] ?? 0) / unit
    differences.push(folded(value - (expected ? Math.floor((expected[i] || 0) / unit) : before)))
    before = value
  }
  const same = differences.every((difference) => difference === 0)
  const width = same ? ALL_THE_SAME : cheapestWidth(differences)
  out.write(width, WIDTH_BITS)
  writeUnit(out, unit)
  if (!same) for (const difference of differences) writeDifference(out, difference, width)
}

/** Writes groups of eight bits, each preceded by a one; mostly 1 or 1000. */
function writeUnit(out: BitWriter, unit: number) {
  for (let rest = unit; rest > 0; rest = Math.floor(rest / 256)) {
    out.write(1, 1)
    out.write(rest % 256, 8)
  }
  out.write(0, 1)
}

function readUnit(bits: BitReader): number {
  let unit = 0
  for (let place = 1; bits.read(1) === 1; place *= 256) unit += bits.read(8) * place
  return unit
}

function writeDifference(out: BitWriter, difference: number, width: number) {
  const ones = Math.floor(difference / 2 ** width)
  if (ones >= ESCAPE) {
    out.write(2 ** ESCAPE - 1, ESCAPE)
    out.write(difference, EXACT_BITS + 1)
    return
  }
  out.write(2 ** (ones + 1) - 2, ones + 1)
  out.write(difference % 2 ** width, width)
}

/** Reads the result of `pack` into `values`; unknown ones are NaN. Years of charts wait for this. */
export function unpack(
  bits: BitReader,
  known: Uint8Array,
  expected?: Float64Array,
  values: Float64Array = new Float64Array(known.length),
): Float64Array {
  const width = bits.read(WIDTH_BITS)
  const unit = readUnit(bits)
  if (width === ALL_THE_SAME) {
    for (let i = 0; i < values.length; i += 1) {
      const same = expected ? Math.floor((expected[i] || 0) / unit) * unit : 0
      values[i] = known[i] === 1 ? same : Number.NaN
    }
    return values
  }
  bits.rices(values, known, width, ESCAPE, EXACT_BITS + 1)
  let before = 0
  for (let i = 0; i < values.length; i += 1) {
    if (known[i] !== 1) {
      values[i] = Number.NaN
      continue
    }
    const difference = values[i] ?? 0
    const base = expected ? Math.floor((expected[i] || 0) / unit) : before
    before = base + (difference < SMALL ? (difference >>> 1) ^ -(difference & 1) : unfolded(difference))
    values[i] = before * unit
  }
  return values
}
