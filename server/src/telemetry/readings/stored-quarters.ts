import type { Correction } from '@kellersonne/core/telemetry/corrections'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import {
  type CountedQuarters,
  columnsAsOne,
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
import { counters, folded } from './columns.ts'
import { correctionAsJson, storedCorrection } from './corrections.ts'
import { type BreaksByQuarter, breaksByQuarter, type QuarterBreaks } from './counter-points.ts'

/** Column names; `extremes` apply to all measures or none. */
export type WantedColumns = {
  readonly measures: readonly string[]
  readonly extremes: boolean
  readonly energies: boolean
}
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
  /** By the quarter's start in ms. */
  readonly breaks: Map<number, QuarterBreaks>
  /** Those that touch the span. */
  readonly corrections: Correction[]
}

const COUNTED = counters.map(({ name }) => name)

const numbers = z.array(z.nullable(z.number()))
const sealedRow = z.object({
  place: z.int(),
  breaks: breaksByQuarter,
  start: z.date(),
  quarters: z.int(),
  packed: z.instanceof(Buffer),
  lengths: z.array(z.int()),
})
const openRow = z.object({ place: z.int(), rows: z.array(numbers), breaks: breaksByQuarter })
const correctionsRow = z.object({ place: z.int(), corrections: z.array(storedCorrection) })
const anyRow = z.union([sealedRow, openRow, correctionsRow])
type SealedRow = z.output<typeof sealedRow>

/** The load's sums are packed as differences from the sums of its parts. */
const neededFor = (measures: readonly string[]) =>
  measures.includes('load_w')
    ? folded.filter((m) => measures.includes(m) || ['grid_w', 'pv_w', 'battery_w'].includes(m))
    : folded.filter((m) => measures.includes(m))

const sealedColumns = (measures: readonly string[], { extremes, energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => (extremes ? [m, `${m}_range`] : [m])),
  ...(energies ? ['moments', ...COUNTED] : []),
]
const inMs = (at: string) => `extract(epoch from ${at}) * 1000`
const openColumns = (measures: readonly string[], { energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => [`${m}_count`, `${m}_sum`, `${m}_min`, `${m}_max`]),
  ...(energies
    ? COUNTED.flatMap((c) => [
        c,
        ...['first', 'last'].flatMap((end) => [`${c}_${end}`, inMs(`${c}_${end}_at`)]),
      ])
    : []),
]
/** One statement, so that a day being sealed or opened at the moment appears exactly once. */
const quartersWithin = (sealed: readonly string[], open: readonly string[], { energies }: WantedColumns) => `
with span as (
  select system, "from", until, (place - 1)::integer as place
  from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span(system, "from", until, place)
)
select place, day.start, quarters, ${columnsAsOne(sealed)}, null::float8[] as rows,
  ${energies ? 'breaks' : 'null::jsonb as breaks'}, null::jsonb as corrections
from span join sealed_day as day on day.system = span.system and day.start < span.until
  and day.start > span."from" - interval '2 days' and day.start + quarters * interval '15 minutes' > span."from"
union all
select place, null, null, null, null, array_agg(array[extract(epoch from at) / ${QUARTER_MS / 1000}, ${open.join()}]::float8[]),
  ${energies ? 'jsonb_object_agg(extract(epoch from at)::bigint, breaks) filter (where breaks is not null)' : 'null'}, null
from span join quarter on quarter.system = span.system and at >= span."from" and at < span.until
group by place
union all
select place, null, null, null, null, null, null, jsonb_agg(${correctionAsJson} order by made_at)
from span join correction on correction.system = span.system and undone_at is null
  and coalesce(correction.until, correction.start + interval '1 microsecond') > span."from" and correction.start < span.until
group by place
order by place, start`

const NONE = new Float64Array()
const unknown = (count: number) => new Float64Array(count).fill(Number.NaN)

function emptyQuarters(
  base: number,
  until: number,
  measures: readonly string[],
  energies: boolean,
): StoredQuarters {
  const count = Math.max(0, Math.round((until - base) / QUARTER_MS))
  const none = () => unknown(count)
  return {
    base,
    readings: new Float64Array(count),
    measures: new Map(
      measures.map((m) => [m, { count: new Float64Array(count), sum: none(), min: none(), max: none() }]),
    ),
    counted: new Map(
      (energies ? COUNTED : []).map((c) => [
        c,
        { first: none(), inner: none(), last: none(), at: { first: none(), last: none() } },
      ]),
    ),
    breaks: new Map(),
    corrections: [],
  }
}

/** Copies a day's column to its position; cuts off whatever extends past the target. */
function place(into: Numbers | undefined, from: Numbers, at: number) {
  if (into) into.set(at + from.length > into.length ? from.subarray(0, into.length - at) : from, at)
}

function placeSealed(target: StoredQuarters, row: SealedRow, columns: readonly string[]) {
  const bytes = columnsFromOne(columns, row)
  const column = (name: string) => bytes.get(name) ?? Buffer.alloc(0)
  const at = Math.round((row.start.getTime() - target.base) / QUARTER_MS)
  const readings = unpackReadings(column('readings'), row.quarters)
  place(target.readings, readings, at)
  const folded: Record<string, Folded> = {}
  for (const [name, into] of target.measures) {
    const expected = name === 'load_w' ? expectedLoad(folded, row.quarters) : undefined
    const one = unpackFolded(column(name), readings, expected)
    folded[name] = one
    place(into.count, one.count, at)
    place(into.sum, one.sum, at)
    if (!bytes.has(`${name}_range`)) continue
    const { min, max } = unpackExtremes(column(`${name}_range`), one)
    place(into.min, min, at)
    place(into.max, max, at)
  }
  const counted = Object.fromEntries(
    [...target.counted.keys()].map((name) => [name, unpackCounted(column(name), row.quarters)]),
  )
  const moments =
    target.counted.size > 0 ? unpackMoments(column('moments'), row.start.getTime(), counted) : {}
  for (const [name, into] of target.counted) {
    for (const key of ['first', 'inner', 'last'] as const) place(into[key], counted[name]?.[key] ?? NONE, at)
    for (const key of ['first', 'last'] as const) place(into.at[key], moments[name]?.[key] ?? NONE, at)
  }
}

function placeBreaks({ breaks }: StoredQuarters, found: BreaksByQuarter) {
  for (const [seconds, one] of Object.entries(found ?? {})) breaks.set(Number(seconds) * 1000, one)
}

function placeOpen(target: StoredQuarters, rows: readonly (readonly (number | null)[])[]) {
  const base = target.base / QUARTER_MS
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
  for (const row of rows)
    columns.forEach((column, i) => {
      column[Math.round((row[0] ?? 0) - base)] = row[i + 1] ?? Number.NaN
    })
}

/** Reads quarters of systems as they are stored, at least those of the spans, in the order of `spans`. */
export async function readStoredQuarters(
  sql: Sql,
  spans: readonly Span[],
  wanted: WantedColumns,
): Promise<StoredQuarters[]> {
  const measures = neededFor(wanted.measures)
  const columns = sealedColumns(measures, wanted)
  const rows = await sql.rows(anyRow, quartersWithin(columns, openColumns(measures, wanted), wanted), [
    spans.map(({ system }) => system),
    spans.map(({ from }) => from),
    spans.map(({ until }) => until),
  ])
  const sealed = Map.groupBy(
    rows.filter((row) => 'packed' in row),
    ({ place: i }) => i,
  )
  const targets = spans.map(({ from, until }, i) => {
    const base = Math.min(from.getTime(), sealed.get(i)?.[0]?.start.getTime() ?? Number.POSITIVE_INFINITY)
    return emptyQuarters(base, until.getTime(), measures, wanted.energies)
  })
  for (const row of rows) {
    const target = targets[row.place]
    if (!target) continue
    if ('corrections' in row) {
      target.corrections.push(...row.corrections)
      continue
    }
    if ('rows' in row) placeOpen(target, row.rows)
    else placeSealed(target, row, columns)
    placeBreaks(target, row.breaks)
  }
  return targets
}
