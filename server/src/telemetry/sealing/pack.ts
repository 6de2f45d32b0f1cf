import type { BitReader, BitWriter } from './bits.ts'

const ALL_THE_SAME = 63
const WIDTH_BITS = 6
const EXACT_BITS = 53
/** This many ones mark a number written in full; the prefix fits into a single read. */
const ESCAPE = 20

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
 * (`expected`, or else the known number before), in a Rice code (Rice, Plaunt, Adaptive variable-length coding, IEEE
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
    differences.push(folded(value - (expected ? Math.floor((expected[i] ?? 0) / unit) : before)))
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

/** Reads the result of `pack`; unknown values are NaN. */
export function unpack(bits: BitReader, known: Uint8Array, expected?: Float64Array): Float64Array {
  const values = new Float64Array(known.length).fill(Number.NaN)
  const width = bits.read(WIDTH_BITS)
  const unit = readUnit(bits)
  const base = 2 ** width
  let before = 0
  for (let i = 0; i < known.length; i += 1) {
    if (!known[i]) continue
    let difference = 0
    if (width !== ALL_THE_SAME) {
      const ones = bits.ones(ESCAPE)
      difference = ones === ESCAPE ? bits.read(EXACT_BITS + 1) : ones * base + bits.read(width)
    }
    const value = unfolded(difference) + (expected ? Math.floor((expected[i] ?? 0) / unit) : before)
    values[i] = value * unit
    before = value
  }
  return values
}
