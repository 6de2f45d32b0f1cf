import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { PARTITIONS_BACK } from '../readings/store.ts'
import type { OnSealed } from './job.ts'
import { createClearing } from './older.ts'
import { type SystemDay, sealedStore } from './store.ts'

const DAY_MS = 86_400_000
const POLL_MS = 60 * 60_000
/** Until readings of 400 days ago have been kept for 35: as in `make_reading_partitions`, which would make later months anew. */
const MONTHS_BACK = 14
/** More systems than that with an open day so old: sealing is behind, and comes first. */
const MOST_OPEN = 1000

const part = z.object({ name: z.string(), start: z.date(), until: z.date() })
type Part = z.output<typeof part>

/** Resolves to the oldest partition past its retention: that of a day, or a month of what came later than that. */
const oldestPart = (sql: Sql, now: Date): Promise<Part | undefined> =>
  sql.row(
    part,
    `with part as (
       select relname as name, to_date(substr(relname, 9), 'YYYY_MM_DD') as first, interval '1 day' as length
       from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'reading'::regclass and relname ~ '^reading_[0-9]'
       union all
       select relname, to_date(substr(relname, 15), 'YYYY_MM'), interval '1 month'
       from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'reading_older'::regclass and relname ~ '^reading_older_[0-9]'
     )
     select name, first::timestamp at time zone 'UTC' as start, (first + length) at time zone 'UTC' as until from part
     where first < case length when interval '1 day' then $1::date
       else date_trunc('month', $1::date - interval '${MONTHS_BACK} months') end
     order by length, first limit 1`,
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

/** Drops the oldest partition of raw readings past its retention; false if there is none, or it is still needed. */
async function dropPart(sql: Sql, now: Date, onSealed: OnSealed): Promise<boolean> {
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
 * Creates a pass over raw readings past their retention: each call deletes some and resolves to true until the pass is
 * through; the next call then begins another.
 */
export function createRetention(onSealed: OnSealed = async () => undefined) {
  const removeOlder = createClearing()
  return async (sql: Sql, now: Date): Promise<boolean> =>
    (await dropPart(sql, now, onSealed)) ||
    removeOlder(sql, new Date(now.getTime() - PARTITIONS_BACK * DAY_MS))
}

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly onSealed: OnSealed
}

/** Starts the job that deletes raw readings past their retention. */
export function openRetentionJob({ db, log, now, onSealed }: Deps) {
  const forgetReadings = createRetention(onSealed)
  return openJob({ db, log, name: 'retention', pollMs: POLL_MS, work: (sql) => forgetReadings(sql, now()) })
}
