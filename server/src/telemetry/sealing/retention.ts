import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { PARTITIONS_BACK } from '../readings/store.ts'
import type { OnSealed } from './job.ts'
import { type SystemDay, sealedStore } from './store.ts'

const DAY_MS = 86_400_000
const POLL_MS = 60 * 60_000
const DAYS_A_PART = 50
/** More systems than that with an open day so old: sealing is behind, and comes first. */
const MOST_OPEN = 1000
/** A local day that repeats an hour. */
const LONGEST_HOURS = 25

const part = z.object({ name: z.string(), start: z.date(), until: z.date() })
type Part = z.output<typeof part>

const oldestPart = (sql: Sql, now: Date): Promise<Part | undefined> =>
  sql.row(
    part,
    `select name, day::timestamp at time zone 'UTC' as start, (day + 1)::timestamp at time zone 'UTC' as until
     from (select relname as name, to_date(substr(relname, 9), 'YYYY_MM_DD') as day
       from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'reading'::regclass and relname ~ '^reading_[0-9]') as part
     where day < $1::date order by day limit 1`,
    [new Date(now.getTime() - PARTITIONS_BACK * DAY_MS).toISOString().slice(0, 10)],
  )

const openDay = z.object({
  ...{ system: z.int(), sn: z.string(), timeZone: z.string() },
  ...{ first: z.date(), last: z.date() },
})

/** Returns the local days from one instant to another. */
function daysBetween({ system, timeZone, first, last }: z.output<typeof openDay>): SystemDay[] {
  const days: SystemDay[] = []
  for (let day = dayOf(first, timeZone); day <= dayOf(last, timeZone); day = dayAfter(day))
    days.push({ system, start: startOfDay(day, timeZone), until: startOfDay(dayAfter(day), timeZone) })
  return days
}

/**
 * Seals what is open in a day of raw readings, and locks its systems; false if too much is. Sealing would do so some minutes
 * later; but late readings open days again, and one unit that keeps sending some would keep everybody's readings.
 */
async function sealRest(sql: Sql, { start, until }: Part, now: Date, onSealed: OnSealed): Promise<boolean> {
  const found = await sql.rows(
    openDay,
    `select quarter.system, sn, time_zone as "timeZone", min(at) as first, max(at) as last
     from quarter join storage_system on id = quarter.system where at >= $1 and at < $2
     group by 1, 2, 3 order by 1 limit $3`,
    [start, until, MOST_OPEN + 1],
  )
  if (found.length > MOST_OPEN) return false
  const store = sealedStore(sql)
  await store.hold(found.map(({ system }) => system))
  const days = found.map(daysBetween)
  await store.seal(days.flat(), now)
  for (const [first, ...more] of days)
    if (first) await onSealed(sql, first.system, first.start, (more.at(-1) ?? first).until)
  return true
}

/** Drops the oldest day of raw readings if it is past its retention; false if there is none, or it is still needed. */
async function dropDay(sql: Sql, now: Date, onSealed: OnSealed): Promise<boolean> {
  const found = await oldestPart(sql, now)
  if (!found || !(await sealRest(sql, found, now, onSealed))) return false
  // Waits for transactions that are storing readings and keeps others out, so that the count below stays valid.
  await sql.run('lock table only reading in access exclusive mode')
  const needed = await sql.run('select from quarter where at >= $1 and at < $2 limit 1', [
    ...[found.start, found.until],
  ])
  if (needed > 0) return false
  await sql.run(`drop table ${found.name}`)
  return true
}

/**
 * Deletes raw readings that arrived after their day's partition was dropped, once their sealed day has been unchanged
 * for the retention time. Resolves to true if there may be more.
 */
async function removeOlder(sql: Sql, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - PARTITIONS_BACK * DAY_MS)
  const row = z.object({ system: z.int(), start: z.date() })
  const found = await sql.rows(
    row,
    `select day.system, day.start from latest
     cross join lateral (
       select min(at) as first, max(at) as last from reading_older where system = latest.system
     ) as bounds
     join sealed_day as day on day.system = latest.system and sealed_at < $1
       and start > bounds.first - interval '${LONGEST_HOURS} hours' and start <= bounds.last
     where exists (
       select from reading_older
       where system = day.system and at >= start and at < start + quarters * interval '15 minutes'
     ) limit ${DAYS_A_PART}`,
    [before],
  )
  if (found.length === 0) return false
  await sealedStore(sql).hold(found.map(({ system }) => system))
  await sql.run(
    `delete from reading_older as reading using sealed_day as day
     where (day.system, day.start) in (select * from unnest($1::integer[], $2::timestamptz[])) and sealed_at < $3
       and reading.system = day.system and at >= start and at < start + quarters * interval '15 minutes'`,
    [found.map(({ system }) => system), found.map(({ start }) => start), before],
  )
  return true
}

/** Deletes raw readings past their retention; resolves to true if there may be more. */
export const forgetReadings = async (
  sql: Sql,
  now: Date,
  onSealed: OnSealed = async () => undefined,
): Promise<boolean> => (await dropDay(sql, now, onSealed)) || removeOlder(sql, now)

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly onSealed: OnSealed
}

/** Starts the job that deletes raw readings past their retention. */
export const openRetentionJob = ({ db, log, now, onSealed }: Deps) =>
  openJob({
    db,
    log,
    name: 'retention',
    pollMs: POLL_MS,
    work: (sql) => forgetReadings(sql, now(), onSealed),
  })
