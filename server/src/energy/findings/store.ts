import type { DayRule } from '@kellersonne/core/energy/findings/day-so-far'
import {
  type FindingName,
  findingNames,
  type Judgement,
  unknowns,
} from '@kellersonne/core/energy/findings/judgement'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { type OwnedSystem, owned } from '../../systems/store.ts'

const name = z.enum(findingNames)
const reasons = z.object({
  value: z.number(),
  usual: z.number(),
  limit: z.number(),
  points: z.array(z.object({ at: z.number(), value: z.number() })),
})
const check = z.object({
  name,
  verdict: z.enum(['usual', 'unusual', 'unknown']),
  why: z.nullable(z.enum(unknowns)),
})
export type Check = z.output<typeof check>

const finding = z.object({
  id: z.uuid(),
  system: z.int(),
  name,
  begunAt: z.date(),
  endedAt: z.nullable(z.date()),
  reasons,
})
/** What a system did otherwise than it used to; `reasons` as they were last. */
export type Finding = z.output<typeof finding>

const dayRule = z.object({
  direction: z.enum(['charge', 'discharge']),
  ...{ most: z.number(), edge: z.number(), enough: z.number(), limit: z.number() },
})
const hourly = z.extend(owned, { rules: z.array(dayRule) })
/** A system with what the last night learned of it. */
export type HourlySystem = z.output<typeof hourly>

const OWNED = `id, sn, phase, time_zone, ownership.since, visible_from(ownership) as visible_from, ownership.name`
const JOINED = `watch join storage_system on id = watch.system
  join ownership on ownership.system = watch.system and until is null and ownership.since = watch.since`
const COLUMNS = `finding.id, finding.system, finding.name, begun_at as "begunAt", ended_at as "endedAt", reasons`
const watched = z.object({ system: z.int(), judgedAt: z.nullable(z.date()), checks: z.array(check) })
/** Findings that have ended are kept as long as daily values are looked back at. */
const KEPT = `interval '400 days'`

/** What came of judging a system. */
export type Judged = {
  readonly system: number
  readonly checks: readonly Check[]
  readonly dueAt: Date
  readonly rules: readonly DayRule[]
  /** null: there is nothing to judge hours by. */
  readonly hourDueAt: Date | null
}

/** The only file that knows the tables `watch` and `finding`. */
export const findingStore = (sql: Sql) => ({
  /** Locks systems that are due, the longest overdue first, `limit` at most; what another process has locked is left to it. */
  due: (now: Date, limit: number): Promise<OwnedSystem[]> =>
    sql.rows(
      owned,
      `select ${OWNED} from ${JOINED}
       where due_at <= $1 order by due_at, watch.system limit $2 for update of watch skip locked`,
      [now, limit],
    ),

  /** Does the same with systems whose hour is over. */
  dueByHour: (now: Date, limit: number): Promise<HourlySystem[]> =>
    sql.rows(
      hourly,
      `select ${OWNED}, day_rules as rules from ${JOINED}
       where hour_due_at <= $1 order by hour_due_at, watch.system limit $2 for update of watch skip locked`,
      [now, limit],
    ),

  /** Leaves each system's hours alone until then. */
  async postponeHours(systems: readonly (readonly [number, Date])[]): Promise<void> {
    await sql.run(
      `update watch set hour_due_at = due from unnest($1::integer[], $2::timestamptz[]) as next(id, due) where watch.system = id`,
      [systems.map(([id]) => id), systems.map(([, due]) => due)],
    )
  },

  /** Corrects what the night said of these names. */
  async noteUnusual(system: number, names: readonly FindingName[]): Promise<void> {
    await sql.run(
      `update watch set checks = (select jsonb_agg(case when one ->> 'name' = any($2)
         then one || '{"verdict": "unusual", "why": null}' else one end order by place)
         from jsonb_array_elements(checks) with ordinality as judged(one, place))
       where system = $1 and checks <> '[]'`,
      [system, names],
    )
  },

  /**
   * Has systems of new owners judged at once and those of former ones no more, and forgets findings that are old or nobody's;
   * resolves to how many systems were added. A former owner's findings are over.
   */
  async follow(now: Date): Promise<number> {
    await sql.run(
      `delete from finding using ownership where ownership.system = finding.system and ownership.since = finding.since
         and (owner is null or ended_at < $1::timestamptz - ${KEPT})`,
      [now],
    )
    await sql.run(
      `update finding set ended_at = $1 from ownership where ownership.system = finding.system
         and ownership.since = finding.since and until is not null and ended_at is null`,
      [now],
    )
    await sql.run(
      `delete from watch where not exists
         (select from ownership where ownership.system = watch.system and until is null)`,
    )
    return sql.run(
      `insert into watch (system, since, due_at) select system, since, $1 from ownership
       where until is null and not exists
         (select from watch where watch.system = ownership.system and watch.since = ownership.since)
       on conflict (system) do update set since = excluded.since, due_at = excluded.due_at, judged_at = null, checks = '[]',
         hour_due_at = null, day_rules = '[]'`,
      [now],
    )
  },

  /** Resolves to the findings of systems' present owners that have not ended. */
  open: (systems: readonly number[]): Promise<Finding[]> =>
    sql.rows(
      finding,
      `select ${COLUMNS} from finding join watch using (system, since) where finding.system = any($1) and ended_at is null`,
      [systems],
    ),

  /** Begins the findings of a system that `due` has locked, or replaces the reasons of those that are open. */
  async put(
    system: number,
    found: readonly Extract<Judgement, { verdict: 'unusual' }>[],
    now: Date,
  ): Promise<void> {
    if (found.length === 0) return
    await sql.run(
      `insert into finding (system, since, name, begun_at, reasons)
       select system, since, name, least(begun_at, $5), reasons
       from watch, unnest($2::text[], $3::timestamptz[], $4::jsonb[]) as found(name, begun_at, reasons) where system = $1
       on conflict (system, since, name) where ended_at is null do update set reasons = excluded.reasons`,
      [
        system,
        found.map((one) => one.name),
        found.map(({ since }) => new Date(since)),
        found.map(({ value, usual, limit, points }) => JSON.stringify({ value, usual, limit, points })),
        now,
      ],
    )
  },

  async end(ids: readonly string[], now: Date): Promise<void> {
    if (ids.length > 0) await sql.run('update finding set ended_at = $2 where id = any($1)', [ids, now])
  },

  /** Stores what came of judging systems, what was learned for the day to come, and when either is due again. */
  async judged(all: readonly Judged[], now: Date) {
    await sql.run(
      `update watch set checks = new.checks, due_at = new.due_at, judged_at = $6, day_rules = rules, hour_due_at = hour
       from unnest($1::integer[], $2::jsonb[], $3::timestamptz[], $4::jsonb[], $5::timestamptz[])
         as new(id, checks, due_at, rules, hour) where system = id`,
      [
        all.map(({ system }) => system),
        all.map(({ checks }) => JSON.stringify(checks)),
        all.map(({ dueAt }) => dueAt),
        all.map(({ rules }) => JSON.stringify(rules)),
        all.map(({ hourDueAt }) => hourDueAt),
        now,
      ],
    )
  },

  /** Leaves a system that cannot be judged alone until then. */
  async postpone(system: number, dueAt: Date): Promise<void> {
    await sql.run('update watch set due_at = $2 where system = $1', [system, dueAt])
  },

  /** Resolves to what was judged of systems, and their findings that are open or ended after `since`, oldest first. */
  async of(systems: readonly OwnedSystem[], since: Date) {
    const ids = systems.map(({ id }) => id)
    const checks = await sql.rows(
      watched,
      `select system, judged_at as "judgedAt", checks from watch join ownership using (system, since)
       where until is null and system = any($1)`,
      [ids],
    )
    const findings = await sql.rows(
      finding,
      `select ${COLUMNS} from finding join ownership using (system, since)
       where until is null and system = any($1) and (ended_at is null or ended_at > $2) order by begun_at, finding.name`,
      [ids, since],
    )
    return { checks, findings }
  },

  /** Resolves to all findings of whoever had a system since then. */
  ever: (system: number, since: Date): Promise<Finding[]> =>
    sql.rows(
      finding,
      `select ${COLUMNS} from finding where system = $1 and since = $2 order by begun_at, name`,
      [system, since],
    ),
})
