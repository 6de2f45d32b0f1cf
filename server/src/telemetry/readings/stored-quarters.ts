import type { Correction } from '@kellersonne/core/telemetry/corrections'
import { LONGEST_DAY, QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { prepareFew } from '../../platform/db/prepared.ts'
import { openSlices } from '../../platform/slices.ts'
import {
  type CountedQuarters,
  columnsFromOne,
  type Extremes,
  expectedLoad,
  type Folded,
  type Numbers,
  unpackCounted,
  unpackExtremes,
  unpackFolded,
  unpackMoments,
  unpackReadings,
} from '../sealing/day.ts'
import { type BreaksByQuarter, type CounterBreaks, openBreaks } from './counter-points.ts'
import type { ImportedDay } from './imported/overlay.ts'
import {
  type AnyRow,
  anyRow,
  COUNTED,
  countersIn,
  neededFor,
  openColumns,
  quartersWithin,
  type SealedRow,
  sealedColumns,
  type WantedColumns,
} from './quarter-rows.ts'

/** Whole quarters of a system. */
export type Span = { readonly system: number; readonly from: Date; readonly until: Date }

/** Consecutive quarters as they are stored, sealed or open, since `base` (ms); NaN = unknown. */
export type StoredQuarters = {
  readonly base: number
  /** The number of readings; 0 = none received. */
  readonly readings: Numbers
  /** In thousandths of the measure's unit. */
  readonly measures: ReadonlyMap<string, Folded & Extremes>
  /** By the counter's column. */
  readonly counted: ReadonlyMap<string, CountedQuarters>
  /** By the counter's column; of those that are wanted. */
  readonly breaks: ReadonlyMap<string, CounterBreaks>
  /** Those that touch the span. */
  readonly corrections: Correction[]
  /** Days that their owner has imported; a day on the edge of two parts comes twice. */
  readonly imported: ImportedDay[]
}

const unknown = (count: number) => new Float64Array(count).fill(Number.NaN)

function emptyQuarters(
  base: number,
  until: number,
  measures: readonly string[],
  wanted: WantedColumns,
): StoredQuarters {
  // The last day may reach beyond.
  const count = Math.max(0, Math.round((until - base) / QUARTER_MS)) + LONGEST_DAY.quarters
  const none = () => unknown(count)
  return {
    base,
    readings: new Float64Array(count),
    measures: new Map(
      measures.map((m) => [m, { count: new Float64Array(count), sum: none(), min: none(), max: none() }]),
    ),
    counted: new Map(
      (wanted.energies ? COUNTED : []).map((c) => [
        c,
        { first: none(), inner: none(), last: none(), at: { first: none(), last: none() } },
      ]),
    ),
    breaks: new Map(countersIn(wanted).map(({ name }) => [name, openBreaks(count)])),
    corrections: [],
    imported: [],
  }
}

function placeSealed(target: StoredQuarters, row: SealedRow, columns: readonly string[]) {
  const bytes = columnsFromOne(columns, row)
  const column = (name: string) => bytes.get(name) ?? Buffer.alloc(0)
  const at = Math.round((row.start.getTime() - target.base) / QUARTER_MS)
  const of = (values: Numbers) => values.subarray(at, at + row.quarters)
  const readings = of(target.readings)
  unpackReadings(column('readings'), readings)
  const folded: Record<string, Folded> = {}
  for (const [name, { count, sum, min, max }] of target.measures) {
    const expected = name === 'load_w' ? expectedLoad(folded, row.quarters) : undefined
    const one = { count: of(count), sum: of(sum) }
    unpackFolded(column(name), one, readings, expected)
    folded[name] = one
    if (bytes.has(`${name}_range`))
      unpackExtremes(column(`${name}_range`), { min: of(min), max: of(max) }, one)
  }
  if (target.counted.size === 0) return
  const counted: Record<string, CountedQuarters> = {}
  for (const [name, { first, inner, last, at: times }] of target.counted) {
    const one = {
      ...{ first: of(first), inner: of(inner), last: of(last) },
      at: { first: of(times.first), last: of(times.last) },
    }
    unpackCounted(column(name), one)
    counted[name] = one
  }
  unpackMoments(column('moments'), counted, row.start.getTime())
}

function placeBreaks({ base, breaks }: StoredQuarters, found: BreaksByQuarter) {
  for (const [seconds, one] of Object.entries(found ?? {})) {
    const quarter = Math.round((Number(seconds) * 1000 - base) / QUARTER_MS)
    for (const [column, pairs] of Object.entries(one)) breaks.get(column)?.put(quarter, pairs)
  }
}

const DOUBLE = Float64Array.BYTES_PER_ELEMENT

function placeOpen(target: StoredQuarters, packed: Buffer) {
  const columns = [
    target.readings,
    ...[...target.measures.values()].flatMap(({ count, sum, min, max }) => [count, sum, min, max]),
    ...[...target.counted.values()].flatMap(({ first, inner, last, at }) => [
      inner,
      first,
      at.first,
      last,
      at.last,
    ]),
  ]
  const count = packed.length / DOUBLE / (1 + columns.length)
  const valueAt = (column: number, i: number) => packed.readDoubleBE(DOUBLE * (column * count + i))
  const base = target.base / QUARTER_MS
  const places = Int32Array.from({ length: count }, (_, i) => Math.round(valueAt(0, i) - base))
  for (const [c, column] of columns.entries())
    for (const [i, place] of places.entries()) column[place] = valueAt(1 + c, i)
}

/**
 * Long spans are read in parts, because a faulty unit can make a year of breaks whose JSON would not fit into memory at once, and
 * because each part is read in one turn.
 */
const PART_MS = 31 * 96 * QUARTER_MS

/** Returns the part of a span that begins `start` ms after it; none after its end. */
function partOf({ system, from, until }: Span, start: number, index: number) {
  const begin = new Date(from.getTime() + start)
  const end = new Date(Math.min(until.getTime(), begin.getTime() + PART_MS))
  return begin < end ? [{ system, from: begin, until: end, index }] : []
}

/** Makes room for the spans, from the first sealed day that reaches into each. */
function emptyTargets(
  spans: readonly Span[],
  rows: readonly AnyRow[],
  measures: readonly string[],
  wanted: WantedColumns,
): StoredQuarters[] {
  const sealed = Map.groupBy(
    rows.filter((row) => 'packed' in row),
    ({ place: i }) => i,
  )
  return spans.map(({ from, until }, i) => {
    const base = Math.min(from.getTime(), sealed.get(i)?.[0]?.start.getTime() ?? Number.POSITIVE_INFINITY)
    return emptyQuarters(base, until.getTime(), measures, wanted)
  })
}

function placeRow(target: StoredQuarters | undefined, row: AnyRow, columns: readonly string[]) {
  if (!target) return
  if ('corrections' in row) {
    target.corrections.push(...row.corrections)
    return
  }
  if ('imported' in row) {
    target.imported.push(...row.imported)
    return
  }
  if ('open' in row) placeOpen(target, row.open)
  else placeSealed(target, row, columns)
  placeBreaks(target, row.breaks)
}

/** The portal asks for some dozen combinations of measures; other callers may ask for thousands. */
const preparedIfUsual = prepareFew(24)

/** Reads quarters of systems as they are stored, at least those of the spans, in the order of `spans`. Yields to others. */
export async function readStoredQuarters(
  sql: Sql,
  spans: readonly Span[],
  wanted: WantedColumns,
): Promise<StoredQuarters[]> {
  const measures = neededFor(wanted.measures)
  const columns = sealedColumns(measures, wanted)
  const text = preparedIfUsual(quartersWithin(columns, openColumns(measures, wanted), wanted))
  const slices = openSlices()
  let targets: StoredQuarters[] = []
  for (let start = 0; ; start += PART_MS) {
    const parts = spans.flatMap((span, i) => partOf(span, start, i))
    if (start > 0 && parts.length === 0) return targets
    const rows = await sql.rows(anyRow, text, [
      parts.map(({ system }) => system),
      parts.map(({ from }) => from),
      parts.map(({ until }) => until),
      parts.map(({ index }) => index),
      start === 0,
    ])
    if (start === 0) targets = emptyTargets(spans, rows, measures, wanted)
    await slices.map(rows, (row) => placeRow(targets[row.place], row, columns))
  }
}
