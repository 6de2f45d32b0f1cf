import { type CounterName, counted } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import {
  type Counted,
  columnsAsOne,
  columnsFromOne,
  type Extremes,
  expectedLoad,
  type Folded,
  type Numbers,
  unpackCounted,
  unpackExtremes,
  unpackFolded,
  unpackReadings,
} from '../sealing/day.ts'
import { folded } from './columns.ts'
import { counterBefore } from './quarters.ts'

/** Whole quarters of a system; counter values from before `earliest` are ignored. */
export type Stretch = {
  readonly system: number
  readonly from: Date
  readonly until: Date
  readonly earliest: Date
}
/** Column names; `extremes` apply to all measures or none. */
export type WantedColumns = {
  readonly measures: readonly string[]
  readonly extremes: boolean
  readonly energies: boolean
}

/** Consecutive quarters, sealed or open; NaN = unknown. */
export type Series = {
  readonly system: number
  readonly start: number
  /** The number of readings; 0 = none received. */
  readonly readings: Numbers
  /** In thousandths of the measure's unit. */
  readonly measures: ReadonlyMap<string, Folded & Extremes>
  /** In Wh. Energy counted since the previous quarter belongs to the later one, so that a lost sample loses none. */
  readonly energies: ReadonlyMap<CounterName, Numbers>
}

const counterNames = {
  pv_wh: 'pv',
  import_wh: 'import',
  feed_in_wh: 'feedIn',
  charge_wh: 'charge',
  discharge_wh: 'discharge',
} as const satisfies Record<string, CounterName>
const COUNTED = Object.keys(counterNames)
const NAMES: readonly CounterName[] = Object.values(counterNames)

const numbers = z.array(z.nullable(z.number()))
const sealedRow = z.object({
  place: z.int(),
  start: z.date(),
  quarters: z.int(),
  packed: z.instanceof(Buffer),
  lengths: z.array(z.int()),
})
const openRow = z.object({ place: z.int(), rows: z.array(numbers) })
const eitherRow = z.union([sealedRow, openRow])
type SealedRow = z.output<typeof sealedRow>

/** The load's sums are packed as differences from the sums of its parts. */
const neededFor = (measures: readonly string[]) =>
  measures.includes('load_w')
    ? folded.filter((m) => measures.includes(m) || ['grid_w', 'pv_w', 'battery_w'].includes(m))
    : folded.filter((m) => measures.includes(m))

const sealedColumns = (measures: readonly string[], { extremes, energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => (extremes ? [m, `${m}_range`] : [m])),
  ...(energies ? COUNTED : []),
]
const openColumns = (measures: readonly string[], { energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => [`${m}_count`, `${m}_sum`, `${m}_min`, `${m}_max`]),
  ...(energies ? COUNTED.flatMap((c) => [`${c}_first`, c, `${c}_last`]) : []),
]
/** One statement, so that a day being sealed or opened at the moment appears exactly once. */
const quartersWithin = (sealed: readonly string[], open: readonly string[]) => `
with span as (
  select system, "from", until, (place - 1)::integer as place
  from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span(system, "from", until, place)
)
select place, day.start, quarters, ${columnsAsOne(sealed)}, null::float8[] as rows
from span join sealed_day as day on day.system = span.system and day.start < span.until
  and day.start > span."from" - interval '2 days' and day.start + quarters * interval '15 minutes' > span."from"
union all
select place, null, null, null, null, array_agg(array[extract(epoch from at) / ${QUARTER_MS / 1000}, ${open.join()}]::float8[])
from span join quarter on quarter.system = span.system and at >= span."from" and at < span.until
group by place
order by place, start`

const lastCounters = `
select place::integer - 1 as place, array[${COUNTED.map((c) => counterBefore(c, 'span.system', 'span."from"')).join()}]::float8[] as before
from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality as span(system, "from", earliest, place)`

type Target = {
  readonly base: number
  readonly readings: Numbers
  readonly measures: ReadonlyMap<string, Folded & Extremes>
  readonly counted: ReadonlyMap<string, Counted>
}

const unknown = (count: number) => new Float64Array(count).fill(Number.NaN)

function emptyTarget(base: number, until: number, measures: readonly string[], energies: boolean): Target {
  const count = Math.max(0, Math.round((until - base) / QUARTER_MS))
  const none = () => unknown(count)
  return {
    base,
    readings: new Float64Array(count),
    measures: new Map(
      measures.map((m) => [m, { count: new Float64Array(count), sum: none(), min: none(), max: none() }]),
    ),
    counted: new Map(
      (energies ? COUNTED : []).map((c) => [c, { first: none(), inner: none(), last: none() }]),
    ),
  }
}

/** Copies a day's column to its position; cuts off whatever extends past the target. */
function place(into: Numbers | undefined, from: Numbers, at: number) {
  if (into) into.set(at + from.length > into.length ? from.subarray(0, into.length - at) : from, at)
}

function placeSealed(target: Target, row: SealedRow, columns: readonly string[]) {
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
  for (const [name, into] of target.counted) {
    const one = unpackCounted(column(name), row.quarters)
    place(into.first, one.first, at)
    place(into.inner, one.inner, at)
    place(into.last, one.last, at)
  }
}

function placeOpen(target: Target, rows: readonly (readonly (number | null)[])[]) {
  const base = target.base / QUARTER_MS
  const columns = [
    target.readings,
    ...[...target.measures.values()].flatMap(({ count, sum, min, max }) => [count, sum, min, max]),
    ...[...target.counted.values()].flatMap(({ first, inner, last }) => [first, inner, last]),
  ]
  for (const row of rows)
    columns.forEach((column, i) => {
      column[Math.round((row[0] ?? 0) - base)] = row[i + 1] ?? Number.NaN
    })
}

/** Computes the energy of each quarter, including the energy since the last known quarter before it. */
function energyOf({ first, inner, last }: Counted, from: number, earliest: number, before: number | null) {
  let known = before
  return inner
    .map((energy, i) => {
      if (Number.isNaN(energy) || i < earliest) return Number.NaN
      const since = known === null ? 0 : counted(known, first[i] ?? 0)
      known = last[i] ?? null
      return energy + since
    })
    .subarray(from)
}

/** Reads quarters of systems, sealed and open alike, in the order of `stretches`. The only way to read quarters. */
export async function readSeries(
  sql: Sql,
  stretches: readonly Stretch[],
  wanted: WantedColumns,
): Promise<Series[]> {
  const measures = neededFor(wanted.measures)
  const columns = sealedColumns(measures, wanted)
  const values = [
    stretches.map(({ system }) => system),
    stretches.map(({ from }) => from),
    stretches.map(({ until }) => until),
  ]
  const rows = await sql.rows(eitherRow, quartersWithin(columns, openColumns(measures, wanted)), values)
  const sealed = Map.groupBy(
    rows.filter((row) => 'packed' in row),
    ({ place: i }) => i,
  )
  const targets = stretches.map(({ from, until }, i) => {
    const base = Math.min(from.getTime(), sealed.get(i)?.[0]?.start.getTime() ?? Number.POSITIVE_INFINITY)
    return emptyTarget(base, until.getTime(), measures, wanted.energies)
  })
  for (const row of rows) {
    const target = targets[row.place]
    if (target && 'rows' in row) placeOpen(target, row.rows)
  }
  targets.forEach((target, i) => {
    for (const row of sealed.get(i) ?? []) placeSealed(target, row, columns)
  })
  const before = wanted.energies ? await countersBefore(sql, stretches, targets) : []
  return stretches.map(({ system, from, earliest }, i) => {
    const target = targets[i] ?? emptyTarget(0, 0, [], false)
    const skipped = (from.getTime() - target.base) / QUARTER_MS
    const own = Math.ceil((earliest.getTime() - target.base) / QUARTER_MS)
    const cut = (column: Numbers) => column.subarray(skipped)
    return {
      system,
      start: from.getTime(),
      readings: cut(target.readings),
      measures: new Map(
        [...target.measures].map(([name, { count, sum, min, max }]) => [
          name,
          { count: cut(count), sum: cut(sum), min: cut(min), max: cut(max) },
        ]),
      ),
      energies: new Map(
        [...target.counted.values()].map((one, c) => [
          NAMES[c] ?? 'pv',
          energyOf(one, skipped, own, before[i]?.[c] ?? null),
        ]),
      ),
    }
  })
}

/** Resolves to the last known counters before each target. */
async function countersBefore(sql: Sql, stretches: readonly Stretch[], targets: readonly Target[]) {
  const row = z.object({ place: z.int(), before: numbers })
  const rows = await sql.rows(row, lastCounters, [
    stretches.map(({ system }) => system),
    targets.map(({ base }) => new Date(base)),
    stretches.map(({ earliest }) => earliest),
  ])
  const found = new Map(rows.map((one) => [one.place, one.before]))
  return stretches.map((_, i) => found.get(i))
}
