import { type Forecast, forecastMethods } from '@kellersonne/core/energy/forecast/forecast'
import { LONGEST_DAY } from '@kellersonne/core/time/days'
import { type BitReader, type BitWriter, bitReader, bitWriter } from '../../../telemetry/sealing/bits.ts'
import { type Banded, hourly, inSteps, stepFor } from './coarse-band.ts'
import { readColumn, writeColumn } from './columns.ts'

/** What was expected of one kind, by which rule. */
export type IssuedKind = Banded & { readonly method: Forecast['method'] }

/** The sum of a whole day in Wh; null bounds: not known. */
export type IssuedSum = {
  readonly low: number | null
  readonly expected: number
  readonly high: number | null
}
/** The sums of a whole day as they were expected by the newest forecast of an hour; null: not known. */
export type HourSums = { readonly pv: IssuedSum | null; readonly load: IssuedSum | null }

/** What is kept of the forecasts of a day. `first`: the quarter in which the first was issued. */
export type Issues = {
  readonly first: number
  readonly weather: boolean
  readonly pv: IssuedKind
  readonly load: IssuedKind
  /** The sums as the first forecast had them. */
  readonly sums: HourSums
  /** By hour since the beginning of the day; null where none was issued. */
  readonly hours: readonly (HourSums | null)[]
}

const BITS = { version: 4, quarter: 7, method: 3, share: 8 } as const
/** The second version is written for longer days alone, so that all others come out the same as before. */
const hoursIn = (version: number) => (version === 1 ? 25 : LONGEST_DAY.hours)
const versionFor = (quarters: number) => (quarters > 4 * hoursIn(1) ? 2 : 1)
const kinds = ['pv', 'load'] as const

/** What a day may take: with its row and the row's place in the index it stays below 300 bytes. */
const MOST_BYTES = 205
/** The parts of the highest value to which courses, bounds and sums are kept. */
type Fineness = {
  readonly course: number
  readonly bound: number
  readonly sum: number
  readonly sumBound: number
}
const FINEST: Fineness = { course: 100, bound: 40, sum: 200, sumBound: 50 }
/** What is seen least becomes coarse first. */
const COARSER: readonly Fineness[] = [
  { course: 100, bound: 20, sum: 200, sumBound: 25 },
  { course: 100, bound: 10, sum: 100, sumBound: 25 },
  { course: 50, bound: 10, sum: 100, sumBound: 25 },
  { course: 50, bound: 10, sum: 50, sumBound: 12 },
  { course: 25, bound: 5, sum: 25, sumBound: 12 },
  { course: 8, bound: 4, sum: 8, sumBound: 4 },
]
/** A bound is kept by the hour, as its difference from a share of the course that is the same all day. */
const SHARES = 32

const total = (values: Float64Array) => values.reduce((sum, value) => sum + (value || 0), 0)

function writeBound(out: BitWriter, bound: Float64Array, mean: Float64Array) {
  const share = Math.round((SHARES * total(bound)) / (total(mean) || 1))
  const kept = Math.min(2 ** BITS.share - 1, Math.max(0, share))
  out.write(kept, BITS.share)
  writeColumn(out, bound, shareOf(mean, kept))
}
function readBound(bits: BitReader, mean: Float64Array): Float64Array {
  const share = bits.read(BITS.share)
  return readColumn(bits, mean.length, shareOf(mean, share))
}
/** Of what is not known, nothing. */
const shareOf = (mean: Float64Array, share: number) => mean.map((value) => ((value || 0) * share) / SHARES)

function writeKind(out: BitWriter, { method, course, low, high }: IssuedKind, fineness: Fineness) {
  out.write(forecastMethods.indexOf(method), BITS.method)
  const kept = inSteps(course, stepFor(course, fineness.course))
  const step = stepFor(course, fineness.bound)
  writeColumn(out, kept)
  for (const bound of [low, high]) writeBound(out, inSteps(bound, step), hourly(kept))
}

function readKind(bits: BitReader, quarters: number): IssuedKind {
  const method = forecastMethods[bits.read(BITS.method)] ?? 'none'
  const course = readColumn(bits, quarters)
  const mean = hourly(course)
  return { method, course, low: readBound(bits, mean), high: readBound(bits, mean) }
}

const column = (all: readonly (HourSums | null)[], kind: 'pv' | 'load', part: keyof IssuedSum) =>
  Float64Array.from(all, (sums) => sums?.[kind]?.[part] ?? Number.NaN)

/** Sums change little from hour to hour; the first forecast's come first. */
function writeSums(out: BitWriter, all: readonly (HourSums | null)[], fineness: Fineness) {
  for (const kind of kinds) {
    const expected = column(all, kind, 'expected')
    const step = stepFor(expected, fineness.sumBound)
    writeColumn(out, inSteps(expected, stepFor(expected, fineness.sum)))
    for (const part of ['low', 'high'] as const) writeColumn(out, inSteps(column(all, kind, part), step))
  }
}

function readSums(bits: BitReader, hours: number): HourSums[] {
  const [pv, load] = kinds.map(() => {
    const [expected, low, high] = [0, 1, 2].map(() => readColumn(bits, 1 + hours))
    return (hour: number): IssuedSum | null => {
      const middle = expected?.[hour] ?? Number.NaN
      if (Number.isNaN(middle)) return null
      const [least = Number.NaN, most = Number.NaN] = [low?.[hour], high?.[hour]]
      return {
        low: Number.isNaN(least) ? null : Math.min(middle, least),
        expected: middle,
        high: Number.isNaN(most) ? null : Math.max(middle, most),
      }
    }
  })
  return Array.from({ length: 1 + hours }, (_, hour) => ({
    pv: pv?.(hour) ?? null,
    load: load?.(hour) ?? null,
  }))
}

function packed({ first, weather, pv, load, sums, hours }: Issues, fineness: Fineness): Buffer {
  const out = bitWriter()
  const version = versionFor(pv.course.length)
  out.write(version, BITS.version)
  out.write(first, BITS.quarter)
  out.write(weather ? 1 : 0, 1)
  writeKind(out, pv, fineness)
  writeKind(out, load, fineness)
  const all = Array.from({ length: hoursIn(version) }, (_, hour) => hours[hour] ?? null)
  writeSums(out, [sums, ...all], fineness)
  return out.bytes()
}

/** Packs the forecasts of a day, as finely as fits; what was packed before comes out the same. */
export function packIssues(issues: Issues): Buffer {
  let bytes = packed(issues, FINEST)
  for (const fineness of COARSER) {
    if (bytes.length <= MOST_BYTES) break
    bytes = packed(issues, fineness)
  }
  return bytes
}

/** Reads the result of `packIssues` for a day with `quarters` quarters. */
export function unpackIssues(bytes: Uint8Array, quarters: number): Issues {
  const bits = bitReader(bytes)
  const hours = hoursIn(bits.read(BITS.version))
  const first = bits.read(BITS.quarter)
  const weather = bits.read(1) === 1
  const [pv, load] = [readKind(bits, quarters), readKind(bits, quarters)]
  const [sums = { pv: null, load: null }, ...reported] = readSums(bits, hours)
  return {
    ...{ first, weather, pv, load, sums },
    hours: reported.map((hour) => (hour.pv || hour.load ? hour : null)),
  }
}
