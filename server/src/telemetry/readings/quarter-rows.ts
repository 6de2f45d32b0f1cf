import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import { columnsAsOne } from '../sealing/day.ts'
import { counters, folded } from './columns.ts'
import { APPLYING, correctionAsJson, storedCorrection } from './corrections.ts'
import { breaksByQuarter } from './counter-points.ts'
import { importedDay, importedDayAsJson } from './imported/overlay.ts'

/**
 * Column names; `extremes` apply to all measures or none, `energies` are those of `counters`, by default of all. `asSent`:
 * without their owner's corrections.
 */
export type WantedColumns = {
  readonly measures: readonly string[]
  readonly extremes: boolean
  readonly energies: boolean
  readonly counters?: readonly CounterName[]
  readonly asSent?: boolean
}
/** Returns the counters whose energies are wanted. */
export const countersIn = ({ energies, counters: named }: WantedColumns) =>
  energies ? counters.filter(({ counter }) => named?.includes(counter) ?? true) : []

export const COUNTED = counters.map(({ name }) => name)

const sealedRow = z.object({
  place: z.int(),
  breaks: breaksByQuarter,
  start: z.date(),
  quarters: z.int(),
  packed: z.instanceof(Buffer),
  lengths: z.array(z.int()),
})
const openRow = z.object({ place: z.int(), open: z.instanceof(Buffer), breaks: breaksByQuarter })
const correctionsRow = z.object({ place: z.int(), corrections: z.array(storedCorrection) })
const importedRow = z.object({ place: z.int(), imported: z.array(importedDay) })
export const anyRow = z.union([sealedRow, openRow, correctionsRow, importedRow])
export type SealedRow = z.output<typeof sealedRow>
export type AnyRow = z.output<typeof anyRow>

/** The load's sums are packed as differences from the sums of its parts. */
export const neededFor = (measures: readonly string[]) =>
  measures.includes('load_w')
    ? folded.filter((m) => measures.includes(m) || ['grid_w', 'pv_w', 'battery_w'].includes(m))
    : folded.filter((m) => measures.includes(m))

export const sealedColumns = (measures: readonly string[], { extremes, energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => (extremes ? [m, `${m}_range`] : [m])),
  ...(energies ? ['moments', ...COUNTED] : []),
]
const inMs = (at: string) => `extract(epoch from ${at}) * 1000`
export const openColumns = (measures: readonly string[], { energies }: WantedColumns) => [
  'readings',
  ...measures.flatMap((m) => [`${m}_count`, `${m}_sum`, `${m}_min`, `${m}_max`]),
  ...(energies
    ? COUNTED.flatMap((c) => [
        c,
        ...['first', 'last'].flatMap((end) => [`${c}_${end}`, inMs(`${c}_${end}_at`)]),
      ])
    : []),
]
/**
 * SQL of open quarters as one value: each column whole, after the column of the quarters' numbers; eight bytes a value, NaN = unknown.
 * All are gathered in the same order. As arrays of numbers, a month would take the reader many times as long.
 */
const openAsOne = (columns: readonly string[]) =>
  [`extract(epoch from at) / ${QUARTER_MS / 1000}`, ...columns]
    .map((column) => `string_agg(float8send(coalesce((${column})::float8, 'NaN')), '')`)
    .join(' || ')

/**
 * SQL of the quarters, corrections and imported days of spans: $1 systems, $2 from, $3 until, $4 their places, $5 true if they begin here.
 * One statement, so that a day being sealed or opened at the moment appears exactly once.
 */
export const quartersWithin = (
  sealed: readonly string[],
  open: readonly string[],
  { energies }: WantedColumns,
) => `
with span as (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::integer[]) as span(system, "from", until, place)
)
select place, day.start, quarters, ${columnsAsOne(sealed)}, null::bytea as open,
  ${energies ? 'breaks' : 'null::jsonb as breaks'}, null::jsonb as corrections,
  null::jsonb as imported
from span join sealed_day as day on day.system = span.system and day.start < span.until
  and day.start > span."from" - interval '2 days' and day.start + quarters * interval '15 minutes' > span."from"
union all
select place, null, null, null, null, ${openAsOne(open)},
  ${energies ? 'jsonb_object_agg(extract(epoch from at)::bigint, breaks) filter (where breaks is not null)' : 'null'}, null, null
from span join quarter on quarter.system = span.system and at >= span."from" and at < span.until
group by place
union all
select place, null, null, null, null, null, null, jsonb_agg(${correctionAsJson} order by made_at), null
from span join (${APPLYING}) as correction on correction.system = span.system
  and coalesce(correction.until, correction.start + interval '1 microsecond') > span."from" and correction.start < span.until
  and ($5 or correction.start >= span."from")
group by place
union all
select place, null, null, null, null, null, null, null, jsonb_agg(${importedDayAsJson} order by day, import)
from span join imported_day on imported_day.system = span.system
  and day < span.until and day > span."from" - interval '1 day'
group by place
order by place, start`
