import { QUARTER_MS } from '@kellersonne/core/time/days'
import { counters, folded } from '../readings/columns.ts'
import { quarterValues } from '../readings/quarters.ts'
import type { Quarters } from './day.ts'

const isTime = (column: string) => column.endsWith('_at')
/** A quarter as an array of numbers: its index in the day, then every column of the table; times in ms. */
export const quarterAsNumbers = `array[extract(epoch from at - start) / ${QUARTER_MS / 1000}, ${quarterValues
  .map((column) => (isTime(column) ? `extract(epoch from ${column}) * 1000` : column))
  .join()}]::float8[]`

const places = new Map(quarterValues.map((column, i) => [column, i + 1]))

/** Transposes such rows into columns, for `count` quarters since `start`. */
export function columnsOf(
  rows: readonly (readonly (number | null)[])[],
  start: number,
  count: number,
): Quarters {
  const unknown = (value: number) => new Float64Array(count).fill(value)
  function column(name: string, missing = Number.NaN) {
    const values = unknown(missing)
    const place = places.get(name) ?? 0
    for (const row of rows) values[row[0] ?? 0] = row[place] ?? missing
    return values
  }
  return {
    start,
    readings: column('readings', 0),
    folded: Object.fromEntries(
      folded.map((m) => [
        m,
        {
          count: column(`${m}_count`, 0),
          sum: column(`${m}_sum`),
          min: column(`${m}_min`),
          max: column(`${m}_max`),
        },
      ]),
    ),
    counted: Object.fromEntries(
      counters.map(({ name: c }) => [
        c,
        {
          first: column(`${c}_first`),
          inner: column(c),
          last: column(`${c}_last`),
          at: { first: column(`${c}_first_at`), last: column(`${c}_last_at`) },
        },
      ]),
    ),
  }
}

/** Returns quarters with readings as PostgreSQL literals: their starts, then an array per column (times in ms). */
export function arraysOf({ start, readings, folded: reported, counted }: Quarters) {
  const slots = [...readings.keys()].filter((slot) => (readings[slot] ?? 0) > 0)
  const array = (values: ArrayLike<number> | undefined) =>
    `{${slots.map((slot) => values?.[slot]).map((value) => (value === undefined || Number.isNaN(value) ? 'null' : value))}}`
  return [
    `{${slots.map((slot) => start + slot * QUARTER_MS)}}`,
    array(readings),
    ...folded.flatMap((m) =>
      [reported[m]?.sum, reported[m]?.min, reported[m]?.max, reported[m]?.count].map(array),
    ),
    ...counters.flatMap(({ name: c }) => {
      const one = counted[c]
      return [one?.first, one?.at.first, one?.last, one?.at.last, one?.inner].map(array)
    }),
  ]
}

/** Puts quarters back into the table. $1 the system, $2 starts in ms, then as in `arraysOf`. */
export const restoreQuarters = `
insert into quarter (system, at, ${quarterValues.join()})
select $1, to_timestamp(ms / 1000.0::float8), ${quarterValues
  .map((column) => (isTime(column) ? `to_timestamp(${column} / 1000.0::float8)` : column))
  .join()}
from unnest($2::bigint[], ${quarterValues.map((_, i) => `$${i + 3}::bigint[]`).join()})
  as restored(ms, ${quarterValues.join()})`

/** Puts their breaks back. $1 the system, $2 breaks by quarter. */
export const restoreBreaks = `
update quarter set breaks = value from jsonb_each($2::jsonb)
where system = $1 and at = to_timestamp(key::bigint)`
