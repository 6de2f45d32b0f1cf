import { SERIES_MS } from '@kellersonne/core/messages/alerts/alert'
import { alertCauses } from '@kellersonne/core/messages/alerts/causes'
import { holds } from '@kellersonne/core/messages/alerts/hold'
import { RESOLVED } from '@kellersonne/core/messages/alerts/quiet'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const instant = z.nullable(z.date())
const stored = z.object({
  id: z.uuid(),
  owner: z.uuid(),
  system: z.nullable(z.int()),
  cause: z.enum(alertCauses),
  subject: z.string(),
  begunAt: z.date(),
  activeSince: instant,
  count: z.int(),
  raisedAt: instant,
  endedAt: instant,
  overAt: instant,
  rounds: z.int(),
  notifiedAt: instant,
  endNotifiedAt: instant,
  mutedUntil: instant,
  hold: z.nullable(z.enum(holds)),
  details: z.record(z.string(), z.unknown()),
})
export type StoredAlert = z.output<typeof stored>

const ALERT_COLUMNS = `alert.id, alert.owner, alert.system, cause, subject, begun_at as "begunAt",
  standing_since as "activeSince", count, raised_at as "raisedAt", ended_at as "endedAt", over_at as "overAt", rounds,
  alert.told_at as "notifiedAt", end_told_at as "endNotifiedAt", muted_until as "mutedUntil", hold, details`

/** How many alerts of an owner are kept that are over. */
const KEPT = 500

/** Writes `alert`. */
export const alertStore = (sql: Sql) => ({
  /** Resolves to the owners' alerts that are not over, and those that would continue if their cause returned. */
  recent: (owners: readonly string[], now: Date): Promise<StoredAlert[]> =>
    sql.rows(
      stored,
      `select ${ALERT_COLUMNS} from alert where owner = any($1) and (over_at is null or over_at > $2)`,
      [owners, new Date(now.getTime() - SERIES_MS)],
    ),

  /** Resolves to how many those are, by owner; owners without any are missing. */
  async countRecent(owners: readonly string[], now: Date): Promise<Map<string, number>> {
    const found = await sql.rows(
      z.object({ owner: z.uuid(), count: z.int() }),
      `select owner, count(*)::integer as count from alert
       where owner = any($1) and (over_at is null or over_at > $2) group by owner`,
      [owners, new Date(now.getTime() - SERIES_MS)],
    )
    return new Map(found.map(({ owner, count }) => [owner, count]))
  },

  /** Adds alerts, or replaces those with the same id. */
  async put(alerts: readonly StoredAlert[]): Promise<void> {
    if (alerts.length === 0) return
    const each = <T>(of: (alert: StoredAlert) => T) => alerts.map(of)
    await sql.run(
      `insert into alert (id, owner, system, cause, subject, begun_at, standing_since, count, raised_at, ended_at, over_at,
         rounds, told_at, end_told_at, muted_until, hold, details)
       select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[],
         $7::timestamptz[], $8::integer[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::integer[],
         $13::timestamptz[], $14::timestamptz[], $15::timestamptz[], $16::text[], $17::jsonb[])
       on conflict (id) do update set begun_at = excluded.begun_at, standing_since = excluded.standing_since, count = excluded.count,
         raised_at = excluded.raised_at, ended_at = excluded.ended_at, over_at = excluded.over_at,
         rounds = excluded.rounds, told_at = excluded.told_at, end_told_at = excluded.end_told_at,
         muted_until = excluded.muted_until, hold = excluded.hold, details = excluded.details`,
      [
        ...[each(({ id }) => id), each(({ owner }) => owner), each(({ system }) => system)],
        ...[each(({ cause }) => cause), each(({ subject }) => subject), each(({ begunAt }) => begunAt)],
        ...[each(({ activeSince }) => activeSince), each(({ count }) => count)],
        ...[each(({ raisedAt }) => raisedAt), each(({ endedAt }) => endedAt), each(({ overAt }) => overAt)],
        ...[
          each(({ rounds }) => rounds),
          each(({ notifiedAt }) => notifiedAt),
          each(({ endNotifiedAt }) => endNotifiedAt),
        ],
        ...[each(({ mutedUntil }) => mutedUntil), each(({ hold }) => hold)],
        each(({ details }) => JSON.stringify(details)),
      ],
    )
  },

  /** Deletes what never became an alert. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await sql.run('delete from alert where id = any($1)', [ids])
  },

  /** Deletes the oldest of the owners' alerts that are over, beyond those that are kept. */
  async forgetOldest(owners: readonly string[]): Promise<void> {
    await sql.run(
      `delete from alert where id in (
         select old.id from unnest($1::uuid[]) as of(owner) cross join lateral (
           select id from alert where alert.owner = of.owner and raised_at is not null
           order by raised_at desc, id offset ${KEPT}) as old)
         and over_at is not null`,
      [owners],
    )
  },

  /** Mutes one of an owner's alerts until then (null: no longer); resolves to true if it is theirs and is not over. */
  mute: async (owner: string, id: string, until: Date | null): Promise<boolean> =>
    (await sql.run('update alert set muted_until = $3 where owner = $1 and id = $2 and over_at is null', [
      ...[owner, id, until],
    ])) === 1,

  /** Ends an owner's alerts of a rule that is no longer there; nobody is notified. */
  async close(owner: string, rule: string, now: Date): Promise<void> {
    await sql.run(
      `update alert set standing_since = null, ended_at = coalesce(ended_at, $3), over_at = $3, muted_until = $4, hold = null
       where owner = $1 and cause = 'rule' and subject = $2 and over_at is null`,
      [owner, rule, now, RESOLVED],
    )
  },

  find: (owner: string, id: string): Promise<StoredAlert | undefined> =>
    sql.row(stored, `select ${ALERT_COLUMNS} from alert where owner = $1 and id = $2`, [owner, id]),

  /** Resolves to an owner's alerts at systems they have now, and at their account: what lasts first, then the newest. */
  listed: (owner: string, skip: number, take: number): Promise<StoredAlert[]> =>
    sql.rows(
      stored,
      `select ${ALERT_COLUMNS} ${LISTED}
       order by over_at is null desc, raised_at desc, alert.id offset $2 limit $3`,
      [owner, skip, take],
    ),

  async counts(owner: string): Promise<{ total: number; open: number }> {
    const found = await sql.row(
      z.object({ total: z.int(), open: z.int() }),
      `select count(*)::integer as total, (count(*) filter (where over_at is null))::integer as open ${LISTED}`,
      [owner],
    )
    return found ?? { total: 0, open: 0 }
  },

  /** Resolves to the next `take` of all alerts that an owner ever had, oldest first, after one of them or from the beginning. */
  ever: (owner: string, after: StoredAlert | null, take: number): Promise<StoredAlert[]> =>
    sql.rows(
      stored,
      `select ${ALERT_COLUMNS} from alert where owner = $1 and raised_at is not null
         and ($2::timestamptz is null or (raised_at, id) > ($2, $3::uuid))
       order by raised_at, id limit $4`,
      [owner, after?.raisedAt ?? null, after?.id ?? null, take],
    ),
})

const LISTED = `from alert left join ownership on ownership.system = alert.system and ownership.owner = alert.owner
    and until is null
  where alert.owner = $1 and raised_at is not null and (alert.system is null or ownership.since <= alert.raised_at)`
