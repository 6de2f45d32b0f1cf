import { LONGEST_DAY, QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../../platform/db/database.ts'
import { openSlices } from '../../../platform/slices.ts'
import { type Judgement, packOutcome, unpackOutcome } from './outcome.ts'
import { type Issues, packIssues, unpackIssues } from './pack-issues.ts'

/** A day of a system; `start` its first instant. */
export type RecordedDay = { readonly system: number; readonly start: Date; readonly quarters: number }
type DayKey = Pick<RecordedDay, 'system' | 'start'>

const bytes = z.instanceof(Buffer)
const row = z.object({
  ...{ system: z.int(), start: z.date(), quarters: z.int() },
  ...{ issues: bytes, outcome: bytes, reissued: z.boolean() },
})
const columns = Object.keys(row.shape).join()

/** `judgement` is null until the day is over. `reissued`: the forecast was made later, by what was known at its beginning. */
export type DayRecord = RecordedDay & {
  readonly issues: Issues
  readonly judgement: Judgement | null
  readonly reissued: boolean
}

const due = z.object({
  system: z.int(),
  start: z.date(),
  quarters: z.int(),
  timeZone: z.string(),
  visibleFrom: z.nullable(z.date()),
})
export type DueDay = z.output<typeof due>

/** After the end of a day, and its sealing: late enough that what a unit sends after an outage counts. */
const SETTLED_MS = 4 * 3_600_000

const recordIn = ({ issues, outcome, ...day }: z.output<typeof row>): DayRecord => ({
  ...day,
  issues: unpackIssues(issues, day.quarters),
  judgement: unpackOutcome(outcome),
})
/** A year of records takes some 60 ms: others get their turn in between. */
const unpacked = (rows: readonly z.output<typeof row>[]) => openSlices().map(rows, recordIn)
const keysOf = (days: readonly DayKey[]) => [days.map(({ system }) => system), days.map(({ start }) => start)]

/** The only file that knows the tables `forecast_day` and `forecast_day_due`. */
export const recordStore = (sql: Sql) => ({
  /** Resolves to what is kept of these days, in no order; days without any record are missing. */
  async find(days: readonly DayKey[]): Promise<DayRecord[]> {
    const rows = await sql.rows(
      row,
      `select ${columns} from forecast_day
       where (system, start) in (select * from unnest($1::integer[], $2::timestamptz[]))`,
      keysOf(days),
    )
    return unpacked(rows)
  },

  /** Keeps the forecasts of days, and has new ones judged once they are over. */
  async put(days: readonly (RecordedDay & { readonly issues: Issues })[]): Promise<void> {
    if (days.length === 0) return
    const settled = ({ start, quarters }: RecordedDay) =>
      new Date(start.getTime() + quarters * QUARTER_MS + SETTLED_MS)
    await sql.run(
      `with put as (
         insert into forecast_day (system, start, quarters, issues)
         select system, start, quarters, issues
         from unnest($1::integer[], $2::timestamptz[], $3::smallint[], $4::bytea[]) as day(system, start, quarters, issues)
         on conflict (system, start) do update set issues = excluded.issues)
       insert into forecast_day_due (system, start, due_at)
       select * from unnest($1::integer[], $2::timestamptz[], $5::timestamptz[]) on conflict do nothing`,
      [
        ...keysOf(days),
        days.map(({ quarters }) => quarters),
        days.map(({ issues }) => packIssues(issues)),
        days.map(settled),
      ],
    )
  },

  /** Keeps forecasts of days that are over, made later, where none is kept that was made then; they are judged at once. */
  async putReissued(days: readonly (RecordedDay & { readonly issues: Issues })[], now: Date): Promise<void> {
    if (days.length === 0) return
    await sql.run(
      `with put as (
         insert into forecast_day (system, start, quarters, issues, reissued)
         select system, start, quarters, issues, true
         from unnest($1::integer[], $2::timestamptz[], $3::smallint[], $4::bytea[]) as day(system, start, quarters, issues)
         on conflict (system, start) do update set issues = excluded.issues where forecast_day.reissued
         returning system, start)
       insert into forecast_day_due (system, start, due_at) select system, start, $5 from put on conflict do nothing`,
      [
        ...keysOf(days),
        days.map(({ quarters }) => quarters),
        days.map(({ issues }) => packIssues(issues)),
        now,
      ],
    )
  },

  /**
   * Locks days that are to be judged, the oldest first, `limit` at most; rows that another process has locked are left to it.
   * `visibleFrom`: from when on their owner of that time may see the system; null if nobody owned it.
   */
  due: (now: Date, limit: number): Promise<DueDay[]> =>
    sql.rows(
      due,
      `select due.system, due.start, quarters, time_zone as "timeZone", (
         select visible_from(ownership) from ownership
         where ownership.system = due.system and since <= due.start order by since desc limit 1) as "visibleFrom"
       from forecast_day_due as due join forecast_day using (system, start)
       join storage_system on storage_system.id = due.system
       where due_at <= $1 order by due_at, due.system, due.start limit $2 for update of due skip locked`,
      [now, limit],
    ),

  /** Keeps what became of a day that `due` has locked; null if nobody may say. */
  async judge({ system, start }: DayKey, judgement: Judgement | null): Promise<void> {
    await sql.run(
      `with judged as (delete from forecast_day_due where system = $1 and start = $2)
       update forecast_day set outcome = $3 where system = $1 and start = $2`,
      [system, start, packOutcome(judgement)],
    )
  },

  /**
   * Has days judged again of which something changed between two instants, and those whose rules of thumb rest on them;
   * only days that were judged already: the others will be.
   */
  async judgeAgain(system: number, from: Date, until: Date, now: Date): Promise<void> {
    await sql.run(
      `insert into forecast_day_due (system, start, due_at)
       select system, start, $4 from forecast_day
       where system = $1 and start > $2::timestamptz - interval '${LONGEST_DAY.hours} hours' and start < $3::timestamptz + interval '7 days'
         and outcome <> '' on conflict do nothing`,
      [system, from, until, now],
    )
  },

  /** Resolves to the records of days that begin between two instants, the oldest first. */
  async between(system: number, from: Date, until: Date): Promise<DayRecord[]> {
    const rows = await sql.rows(
      row,
      `select ${columns} from forecast_day where system = $1 and start >= $2 and start < $3 order by start`,
      [system, from, until],
    )
    return unpacked(rows)
  },

  /** Resolves to the beginning of the first day since `from` of which anything is kept; undefined if there is none. */
  first: (system: number, from: Date) =>
    sql.row(
      z.object({ start: z.date() }),
      'select start from forecast_day where system = $1 and start >= $2 order by start limit 1',
      [system, from],
    ),
})
