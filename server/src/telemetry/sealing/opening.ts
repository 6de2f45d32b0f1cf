import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { invariant } from '../../platform/invariant.ts'
import { breaksByQuarter } from '../readings/counter-points.ts'
import { columnsAsOne, columnsFromOne, unpackQuarters, unpackReadings } from './day.ts'
import { arraysOf, restoreBreaks, restoreQuarters } from './rows.ts'
import { PACKED } from './store.ts'

/** When a late reading was measured. `mayOpen`: whether its day may be opened for it in this transaction. */
type LateReading = { readonly system: number; readonly at: Date; readonly mayOpen: boolean }
/** What became of sealed days, and of the late readings in them that are not stored yet, by their places. */
type Days = {
  /** The system of each day that was opened. */
  readonly opened: readonly number[]
  /** The readings of each day that must be opened, which none of them may do. */
  readonly waiting: readonly (readonly number[])[]
  /** The readings of days that stay closed. */
  readonly closed: readonly number[]
}

const DAY_MS = 86_400_000

const touched = z.object({
  ...{ system: z.int(), start: z.date(), quarters: z.int() },
  ...{ mayOpen: z.boolean(), isKept: z.boolean(), readings: z.instanceof(Buffer) },
  places: z.array(z.int()),
})
type Touched = z.output<typeof touched>
const content = z.object({
  quarters: z.int(),
  breaks: breaksByQuarter,
  packed: z.instanceof(Buffer),
  lengths: z.array(z.int()),
})

/**
 * Finds the sealed days that late readings fall into, and their places, without readings that are stored already. The subquery yields one
 * value, so that it is looked up in an index for each reading: as a join, a large table might be read instead. Prepared, as
 * planning takes several times as long with a partition for each day. $1 systems, $2 times, $3 whether they may open days.
 */
const findTouched = prepared(`
select day.system, day.start, quarters, "mayOpen", told is not null as "isKept", readings, places
from (
  select late.system, sealed.start, bool_or(may_open) as "mayOpen", array_agg(place::integer - 1 order by place) as places
  from unnest($1::integer[], $2::timestamptz[], $3::boolean[]) with ordinality as late(system, at, may_open, place)
  cross join lateral (
    select start, start + quarters * interval '15 minutes' as until from sealed_day
    where system = late.system and start <= late.at order by start desc limit 1
  ) as sealed
  where late.at < sealed.until
    and (select true from reading where reading.system = late.system and reading.at = late.at) is null
  group by late.system, sealed.start
) as touched join sealed_day as day using (system, start)
order by day.system, day.start`)

/** Finds quarters of which no raw reading is stored. $1 systems, $2 the starts of their days, $3 of the quarters. */
const findLost = prepared(`
select system, start from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as day(system, start, at)
where (select true from reading where reading.system = day.system
  and reading.at >= day.at and reading.at < day.at + interval '15 minutes' limit 1) is null`)

/** Returns the first quarter with readings in each UTC day of a sealed day. */
function firstQuarters({ start, quarters, readings }: Touched): Date[] {
  const counts = new Float64Array(quarters)
  unpackReadings(readings, counts)
  const first = new Map<number, Date>()
  for (const [i, count] of counts.entries()) {
    const at = start.getTime() + i * QUARTER_MS
    const day = Math.floor(at / DAY_MS)
    if (count > 0 && !first.has(day)) first.set(day, new Date(at))
  }
  return [...first.values()]
}

const keyOf = ({ system, start }: Pick<Touched, 'system' | 'start'>) => `${system} ${start.getTime()}`

/**
 * Returns a function that decides whether the raw readings of a sealed day are all there. They are lost by UTC days, with a
 * partition, or as noted in the day itself; so there is no need to count them.
 */
async function findWhole(sql: Sql, days: readonly Touched[]): Promise<(day: Touched) => boolean> {
  const kept = days.filter(({ isKept }) => isKept)
  const probes = kept.flatMap((day) => firstQuarters(day).map((at) => ({ ...day, at })))
  const lost = await sql.rows(z.object({ system: z.int(), start: z.date() }), findLost, [
    probes.map(({ system }) => system),
    probes.map(({ start }) => start),
    probes.map(({ at }) => at),
  ])
  const incomplete = new Set(lost.map(keyOf))
  return (day) => day.isKept && !incomplete.has(keyOf(day))
}

/**
 * Opens the sealed days that late readings fall into which are not stored yet; their systems must be locked. Days whose raw
 * readings are no longer complete stay closed, as duplicates could not be detected. A reading that may open its day never waits.
 */
export async function openDays(sql: Sql, late: readonly LateReading[], now: Date): Promise<Days> {
  const found = await sql.rows(touched, findTouched, [
    late.map(({ system }) => system),
    late.map(({ at }) => at),
    late.map(({ mayOpen }) => mayOpen),
  ])
  const judged = found.filter(({ mayOpen }) => mayOpen)
  const isWhole = judged.length > 0 ? await findWhole(sql, judged) : () => false
  const whole = judged.filter(isWhole)
  for (const { system, start } of whole) await openDay(sql, system, start, now)
  return {
    opened: whole.map(({ system }) => system),
    waiting: found.filter(({ mayOpen }) => !mayOpen).map(({ places }) => places),
    closed: judged.filter((day) => !isWhole(day)).flatMap(({ places }) => places),
  }
}

async function openDay(sql: Sql, system: number, start: Date, now: Date) {
  const row = await sql.row(
    content,
    `delete from sealed_day where system = $1 and start = $2 returning quarters, breaks, ${columnsAsOne(PACKED)}`,
    [system, start],
  )
  invariant(row, `sealed_day: the day of ${start.toISOString()} of locked system ${system} is gone`)
  const quarters = unpackQuarters(columnsFromOne(PACKED, row), start.getTime(), row.quarters)
  await sql.run(restoreQuarters, [system, ...arraysOf(quarters)])
  if (row.breaks) await sql.run(restoreBreaks, [system, row.breaks])
  await sql.run(
    `insert into late_day (system, start, until, heard_at)
     values ($1, $2, $2::timestamptz + $3 * interval '15 minutes', $4)
     on conflict (system, start) do update set heard_at = greatest(late_day.heard_at, excluded.heard_at)`,
    [system, start, row.quarters, now],
  )
}
