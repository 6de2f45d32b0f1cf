import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { counters, folded } from '../readings/columns.ts'
import { breaksByQuarter } from '../readings/counter-points.ts'
import { packQuarters, type Quarters } from './day.ts'
import { columnsOf, quarterAsNumbers } from './rows.ts'

/** A local day of a system. */
export type SystemDay = { readonly system: number; readonly start: Date; readonly until: Date }
/** Days in this zone that end by `until` are over. */
export type Ended = { readonly timeZone: string; readonly until: Date }

/** The packed columns of `sealed_day`. */
export const PACKED = [
  ...['readings', 'moments'],
  ...folded.flatMap((m) => [m, `${m}_range`]),
  ...counters.map(({ name }) => name),
]
const LASTS = counters.flatMap(({ name }) => [`${name}_last`, `${name}_last_at`])

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

/** Writes `sealed_day`, as `opening.ts` does. To change a system's days, a caller must lock its row in `latest`. */
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
})
