import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { PARTITIONS_BACK } from '../readings/store.ts'
import { sealedStore } from './store.ts'

const DAY_MS = 86_400_000
const POLL_MS = 60 * 60_000
const DAYS_A_PART = 50
/** A local day that repeats an hour. */
const LONGEST_HOURS = 25

/**
 * Drops the oldest day of raw readings if it is past its retention and all of its quarters are sealed. Resolves to
 * true if it did.
 */
async function dropDay(sql: Sql, now: Date): Promise<boolean> {
  const kept = new Date(now.getTime() - PARTITIONS_BACK * DAY_MS).toISOString().slice(0, 10)
  const found = await sql.row(
    z.object({ name: z.string(), until: z.date() }),
    `select name, (day + 1)::timestamp at time zone 'UTC' as until
     from (select relname as name, to_date(substr(relname, 9), 'YYYY_MM_DD') as day
       from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'reading'::regclass and relname ~ '^reading_[0-9]') as part
     where day < $1::date order by day limit 1`,
    [kept],
  )
  if (!found) return false
  // Waits for transactions that are storing readings and keeps others out, so that the count below stays valid.
  await sql.run('lock table only reading in access exclusive mode')
  const needed = await sql.run('select from quarter where at < $1 limit 1', [found.until])
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
export const forgetReadings = async (sql: Sql, now: Date): Promise<boolean> =>
  (await dropDay(sql, now)) || removeOlder(sql, now)

/** Starts the job that deletes raw readings past their retention. */
export const openRetentionJob = ({
  db,
  log,
  now,
}: {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
}) => openJob({ db, log, name: 'retention', pollMs: POLL_MS, work: (sql) => forgetReadings(sql, now()) })
