import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { counters, folded } from '../readings/columns.ts'
import { breaksByQuarter } from '../readings/counter-points.ts'
import { columnsAsOne, columnsFromOne, packQuarters, type Quarters, unpackQuarters } from './day.ts'
import { arraysOf, columnsOf, quarterAsNumbers, restoreBreaks, restoreQuarters } from './rows.ts'

/** A local day of a system. */
export type SystemDay = { readonly system: number; readonly start: Date; readonly until: Date }
/** Days in this zone that end by `until` are over. */
export type Ended = { readonly timeZone: string; readonly until: Date }

const PACKED = [
  ...['readings', 'moments'],
  ...folded.flatMap((m) => [m, `${m}_range`]),
  ...counters.map(({ name }) => name),
]
const LASTS = counters.flatMap(({ name }) => [`${name}_last`, `${name}_last_at`])

const sealed = z.object({ system: z.int(), start: z.date(), quarters: z.int() })
const content = z.object({
  quarters: z.int(),
  breaks: breaksByQuarter,
  packed: z.instanceof(Buffer),
  lengths: z.array(z.int()),
})

const lastOf = (values: Float64Array | undefined) => values?.findLast((value) => !Number.isNaN(value)) ?? null
/** Returns the last value of each counter and its time. */
const lastsOf = ({ counted }: Quarters) =>
  counters.flatMap(({ name }) => {
    const at = lastOf(counted[name]?.at.last)
    return [lastOf(counted[name]?.last), at === null ? null : new Date(at)]
  })

const days = (all: readonly SystemDay[]) => [
  all.map(({ system }) => system),
  all.map(({ start }) => start),
  all.map(({ until }) => until),
]
const ofDays = 'unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as day(system, start, until)'
const within = 'quarter.system = day.system and at >= day.start and at < day.until'

/** The only file that writes `sealed_day`. To change a system's days, a caller must lock its row in `latest`. */
export const sealedStore = (sql: Sql) => ({
  /** Resolves to the distinct time zones of all systems. */
  async timeZones(): Promise<string[]> {
    const row = z.object({ timeZone: z.string() })
    const rows = await sql.rows(row, 'select distinct time_zone as "timeZone" from storage_system')
    return rows.map(({ timeZone }) => timeZone)
  },

  /**
   * Locks systems with quarters of days that are over, in the order of their ids from `from` on, and resolves to them with
   * the first of these quarters. Leaves out systems that another transaction has locked.
   */
  due: (ended: readonly Ended[], from: number, limit: number) =>
    sql.rows(
      z.object({ system: z.int(), sn: z.string(), timeZone: z.string(), at: z.date() }),
      `select latest.system, sn, time_zone as "timeZone", first.at
       from latest join storage_system on id = latest.system
       join unnest($1::text[], $2::timestamptz[]) as ended(time_zone, until) using (time_zone)
       cross join lateral (select min(at) as at from quarter where quarter.system = latest.system) as first
       where latest.system >= $3 and id >= $3 and first.at < ended.until
       order by latest.system limit $4 for update of latest skip locked`,
      [ended.map(({ timeZone }) => timeZone), ended.map(({ until }) => until), from, limit],
    ),

  /** Locks these systems' days until the end of the transaction. */
  hold: (systems: readonly number[]) =>
    sql.run('select from latest where system = any($1) order by system for update', [systems]),

  /** Seals those of these days that have readings; resolves to their number. Their systems must be locked. */
  async seal(wanted: readonly SystemDay[], now: Date): Promise<number> {
    const found = await sql.rows(
      z.object({
        system: z.int(),
        start: z.date(),
        until: z.date(),
        readings: z.int(),
        rows: z.array(z.array(z.nullable(z.number()))),
        breaks: breaksByQuarter,
      }),
      `select day.system, day.start, day.until, sum(readings)::integer as readings, array_agg(${quarterAsNumbers}) as rows,
         jsonb_object_agg(extract(epoch from at)::bigint, breaks) filter (where breaks is not null) as breaks
       from ${ofDays} join quarter on ${within} group by day.system, day.start, day.until`,
      days(wanted),
    )
    for (const { system, start, until, readings, rows, breaks } of found) {
      const count = Math.round((until.getTime() - start.getTime()) / QUARTER_MS)
      const quarters = columnsOf(rows, start.getTime(), count)
      const packed = packQuarters(quarters)
      const values = [
        ...[system, start, count, now, readings],
        ...PACKED.map((column) => packed.get(column)),
        ...lastsOf(quarters),
        breaks,
      ]
      await sql.run(
        `insert into sealed_day (system, start, quarters, sealed_at, told, ${[...PACKED, ...LASTS].join()}, breaks)
         values (${values.map((_, i) => `$${i + 1}`).join()})`,
        values,
      )
    }
    if (found.length === 0) return 0
    await sql.run(`delete from quarter using ${ofDays} where ${within}`, days(found))
    await sql.run(
      `update latest set sealed_until = greatest(sealed_until, sealed.until)
       from (select system, max(until) as until from ${ofDays} group by system) as sealed
       where latest.system = sealed.system and $2::timestamptz[] is not null`,
      days(found),
    )
    return found.length
  },

  /** Notes that raw readings of these days are about to be deleted. Their systems must be locked. */
  giveUpRaw: (some: readonly SystemDay[]) =>
    sql.run(
      `update sealed_day set told = null from ${ofDays}
       where sealed_day.system = day.system and sealed_day.start = day.start and day.until is not null`,
      days(some),
    ),

  /** Resolves to a system's days that received readings after they had been sealed, oldest first. */
  late: (system: number, from: Date, until: Date) =>
    sql.rows(
      z.object({ start: z.date(), until: z.date(), lastSeenAt: z.date() }),
      `select start, until, heard_at as "lastSeenAt" from late_day
       where system = $1 and start >= $2 and start < $3 order by start`,
      [system, from, until],
    ),

  /**
   * Opens the sealed days that contain these instants; their systems must be locked. Days whose raw readings are no
   * longer complete stay sealed, as duplicates could not be detected, and are returned.
   */
  async open(instants: readonly { readonly system: number; readonly at: Date }[], now: Date) {
    const touched = await sql.rows(
      z.extend(sealed, { whole: z.boolean() }),
      `select day.system, day.start, quarters, coalesce(told = (
         select count(*) from reading
         where reading.system = day.system and reading.at >= day.start
           and reading.at < day.start + quarters * interval '15 minutes'), false) as whole
       from (
         select distinct instant.system, sealed.start
         from unnest($1::integer[], $2::timestamptz[]) as instant(system, at)
         cross join lateral (
           select start, start + quarters * interval '15 minutes' as until from sealed_day
           where system = instant.system and start <= instant.at order by start desc limit 1
         ) as sealed where instant.at < sealed.until
       ) as touched join sealed_day as day using (system, start)
       order by day.system, day.start`,
      [instants.map(({ system }) => system), instants.map(({ at }) => at)],
    )
    for (const { system, start } of touched.filter((day) => day.whole)) await openDay(sql, system, start, now)
    return touched
      .filter((day) => !day.whole)
      .map(({ system, start, quarters }) => ({
        system,
        start,
        until: new Date(start.getTime() + quarters * QUARTER_MS),
      }))
  },
})

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
