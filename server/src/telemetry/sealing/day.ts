import { LONGEST_DAY, QUARTER_MS } from '@kellersonne/core/time/days'
import { invariant } from '../../platform/invariant.ts'
import { counters, folded } from '../readings/columns.ts'
import { type BitReader, type BitWriter, bitReader, bitWriter } from './bits.ts'
import { pack, unpack } from './pack.ts'

/** Values of consecutive quarters; NaN = unknown. */
export type Numbers = Float64Array

/** A measure's values in quarters, in thousandths of its unit. */
export type Folded = { readonly count: Numbers; readonly sum: Numbers }
export type Extremes = { readonly min: Numbers; readonly max: Numbers }
/** A counter's values in quarters, in Wh: its first and last value, and the energy counted between them. */
export type Counted = { readonly first: Numbers; readonly inner: Numbers; readonly last: Numbers }
/** The times of the first and last value, in ms since 1970. */
type Moments = { readonly first: Numbers; readonly last: Numbers }

/** The same with the times of the first and last value. */
export type CountedQuarters = Counted & { readonly at: Moments }

/** All values of the table `quarter` for consecutive quarters, except breaks. */
export type Quarters = {
  readonly start: number
  /** The number of readings; 0 if there are none. */
  readonly readings: Numbers
  readonly folded: Readonly<Record<string, Folded & Extremes>>
  readonly counted: Readonly<Record<string, CountedQuarters>>
}

/** Plain loops, because a year of charts waits for this: callbacks would take several times as long. */
function marks(values: Numbers, isMarked: (value: number) => boolean): Uint8Array {
  const marked = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i += 1) if (isMarked(values[i] ?? Number.NaN)) marked[i] = 1
  return marked
}
const everything = new Uint8Array(LONGEST_DAY.quarters).fill(1)
const all = (count: number) =>
  count <= LONGEST_DAY.quarters ? everything.subarray(0, count) : new Uint8Array(count).fill(1)
const isKnown = (value: number) => !Number.isNaN(value)
const isSome = (value: number) => value > 0

function mean({ sum, count }: Folded): Numbers {
  const means = new Float64Array(sum.length)
  for (let i = 0; i < means.length; i += 1) means[i] = (sum[i] ?? 0) / (count[i] ?? 1)
  return means
}

function written(write: (out: BitWriter) => void): Buffer {
  const out = bitWriter()
  write(out)
  return out.bytes()
}

const packReadings = (readings: Numbers) => written((out) => pack(out, readings, all(readings.length)))
/** What is unpacked is written into `readings`, and so on: thousands of small arrays would take longer than the rest. */
export function unpackReadings(bytes: Buffer, readings: Numbers): void {
  unpack(bitReader(bytes), all(readings.length), undefined, readings)
}

/** `readings` and `expected` (sums) must be the same on unpacking. */
const packFolded = ({ count, sum }: Folded, readings: Numbers, expected?: Numbers) =>
  written((out) => {
    pack(out, count, all(count.length), readings)
    pack(out, sum, marks(count, isSome), expected)
  })

export function unpackFolded(
  bytes: Buffer,
  { count, sum }: Folded,
  readings: Numbers,
  expected?: Numbers,
): void {
  const bits = bitReader(bytes)
  unpack(bits, all(count.length), readings, count)
  unpack(bits, marks(count, isSome), expected, sum)
}

const packExtremes = ({ min, max }: Extremes, reported: Folded) =>
  written((out) => {
    const known = marks(reported.count, isSome)
    pack(out, min, known, mean(reported))
    pack(out, max, known, mean(reported))
  })

/** `reported` determines which values are known. */
export function unpackExtremes(bytes: Buffer, { min, max }: Extremes, reported: Folded): void {
  const bits = bitReader(bytes)
  const known = marks(reported.count, isSome)
  const means = mean(reported)
  unpack(bits, known, means, min)
  unpack(bits, known, means, max)
}

/** Returns the last known value before each quarter. */
function lastBefore(last: Numbers): Numbers {
  let before = 0
  return last.map((value) => {
    const known = before
    if (isKnown(value)) before = value
    return known
  })
}

/** A counter that continues where it stopped costs next to nothing. */
const packCounted = ({ first, inner, last }: Counted) =>
  written((out) => {
    const known = marks(first, isKnown)
    pack(out, Float64Array.from(known), all(known.length))
    pack(out, difference(first, lastBefore(last)), known, new Float64Array(known.length))
    pack(out, inner, known)
    pack(out, difference(difference(last, first), inner), known, new Float64Array(known.length))
  })

const difference = (a: Numbers, b: Numbers) => a.map((value, i) => value - (b[i] ?? 0))

const nothing = new Float64Array(LONGEST_DAY.quarters)

export function unpackCounted(bytes: Buffer, { first, inner, last }: Counted): void {
  const bits = bitReader(bytes)
  const known = marks(unpack(bits, all(first.length), undefined, last), isSome)
  unpack(bits, known, nothing, first)
  unpack(bits, known, undefined, inner)
  unpack(bits, known, nothing, last)
  let before = 0
  for (let i = 0; i < first.length; i += 1) {
    if (known[i] !== 1) continue
    const began = before + (first[i] ?? 0)
    before = began + (inner[i] ?? 0) + (last[i] ?? 0)
    first[i] = began
    last[i] = before
  }
}

/** Packs all counters together: they are mostly reported together, at the same times in every quarter. */
const packMoments = ({ start, counted }: Pick<Quarters, 'start' | 'counted'>) =>
  written((out) => {
    let expected: Moments | undefined
    for (const { name } of counters) {
      const at = counted[name]?.at
      invariant(at, `sealed day: no counter ${name} to pack`)
      const offsets = { first: offsetsOf(at.first, start), last: offsetsOf(at.last, start) }
      const known = marks(at.first, isKnown)
      pack(out, offsets.first, known, expected?.first)
      pack(out, offsets.last, known, expected?.last)
      expected = offsets
    }
  })

/** `first` determines which times are known. */
export function unpackMoments(
  bytes: Buffer,
  counted: Readonly<Record<string, CountedQuarters>>,
  start: number,
): void {
  const bits: BitReader = bitReader(bytes)
  let expected: Moments | undefined
  for (const { name } of counters) {
    const one = counted[name]
    const known = marks(one?.first ?? nothing.subarray(0, 0), isKnown)
    const offsets = {
      first: unpack(bits, known, expected?.first, one?.at.first),
      last: unpack(bits, known, expected?.last, one?.at.last),
    }
    expected = offsets
  }
  for (const { at } of Object.values(counted))
    for (const offsets of [at.first, at.last]) addStarts(offsets, start)
}

const offsetsOf = (at: Numbers, start: number) => at.map((ms, i) => ms - start - i * QUARTER_MS)
function addStarts(offsets: Numbers, start: number): void {
  for (let i = 0; i < offsets.length; i += 1) offsets[i] = (offsets[i] ?? 0) + start + i * QUARTER_MS
}

const LOAD_PARTS = ['grid_w', 'pv_w', 'battery_w']
/** The load's sums, provided all three powers are always reported together. */
export function expectedLoad(reported: Readonly<Record<string, Folded>>, count: number): Numbers {
  const sum = new Float64Array(count)
  for (const name of LOAD_PARTS)
    reported[name]?.sum.forEach((value, i) => {
      sum[i] = (sum[i] ?? 0) + (isKnown(value) ? value : 0)
    })
  return sum
}

/** Packs quarters into columns: a few hundred bytes each for a day. */
export function packQuarters({ start, readings, folded: reported, counted }: Quarters): Map<string, Buffer> {
  const load = expectedLoad(reported, readings.length)
  const columns = new Map([
    ['readings', packReadings(readings)],
    ['moments', packMoments({ start, counted })],
  ])
  for (const name of folded) {
    const one = reported[name]
    invariant(one, `sealed day: no measure ${name}`)
    columns.set(name, packFolded(one, readings, name === 'load_w' ? load : undefined))
    columns.set(`${name}_range`, packExtremes(one, one))
  }
  for (const { name } of counters) {
    const one = counted[name]
    invariant(one, `sealed day: no counter ${name}`)
    columns.set(name, packCounted(one))
  }
  return columns
}

/** Unpacks the result of `packQuarters`. */
export function unpackQuarters(columns: ReadonlyMap<string, Buffer>, start: number, count: number): Quarters {
  const column = (name: string) => columns.get(name) ?? Buffer.alloc(0)
  const empty = () => new Float64Array(count)
  const readings = empty()
  unpackReadings(column('readings'), readings)
  const reported: Record<string, Folded & Extremes> = {}
  for (const name of folded) {
    const expected = name === 'load_w' ? expectedLoad(reported, count) : undefined
    const one = { count: empty(), sum: empty(), min: empty(), max: empty() }
    unpackFolded(column(name), one, readings, expected)
    unpackExtremes(column(`${name}_range`), one, one)
    reported[name] = one
  }
  const counted: Record<string, CountedQuarters> = {}
  for (const { name } of counters) {
    const at = { first: empty(), last: empty() }
    counted[name] = { first: empty(), inner: empty(), last: empty(), at }
    unpackCounted(column(name), counted[name])
  }
  unpackMoments(column('moments'), counted, start)
  return { start, readings, folded: reported, counted }
}

/** SQL that returns the packed columns as one, which the driver reads many times faster than an array of them. */
export const columnsAsOne = (names: readonly string[]) =>
  `${names.join(' || ')} as packed, array[${names.map((name) => `length(${name})`).join()}] as lengths`

/** Splits that result into columns by name. */
export function columnsFromOne(
  names: readonly string[],
  { packed, lengths }: { readonly packed: Buffer; readonly lengths: readonly number[] },
): Map<string, Buffer> {
  let at = 0
  return new Map(
    names.map((name, i) => {
      const from = at
      at += lengths[i] ?? 0
      return [name, packed.subarray(from, at)] as const
    }),
  )
}
