import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'

const turn = z.object({
  owner: z.uuid(),
  judgedAt: z.nullable(z.date()),
  watchedFrom: z.nullable(z.date()),
  notifiedAt: z.nullable(z.date()),
  quiet: z.boolean(),
  reachable: z.boolean(),
  passwordAt: z.nullable(z.date()),
})
/**
 * An owner who is due to be judged; `reachable`: there is a confirmed address, so that mails can be sent; `passwordAt`: when the
 * password was last replaced.
 */
export type Turn = z.output<typeof turn>

type Judged = { readonly owner: string; readonly dueAt: Date | null; readonly notifiedAt: Date | null }

/** News are drained in such pieces, so that a flood of them never makes one transaction long. */
const WAKES = 2000

const takeDue = (order: 'asc' | 'desc') =>
  prepared(`select alert_owner.owner, judged_at as "judgedAt", watched_from as "watchedFrom",
    told_at as "notifiedAt", quiet, email_confirmed_at is not null as reachable,
    password_at as "passwordAt"
  from alert_owner join owner on id = alert_owner.owner
  where due_at <= $1 and coalesce(judged_at, '-infinity') <= $2
  order by due_at ${order} limit $3
  for update of alert_owner skip locked for key share of owner skip locked`)
const TAKE = { asc: takeDue('asc'), desc: takeDue('desc') }

const WAKE = prepared(`
with news as (
  select ctid, owner from alert_wake limit ${WAKES} for update skip locked
), held as (
  select owner from alert_owner where owner in (select owner from news) order by owner for update skip locked
), woken as (
  update alert_owner set due_at = least(due_at, $1) where owner in (select owner from held)
)
delete from alert_wake where ctid = any (array(
  select ctid from news where owner in (select owner from held)
    or not exists (select from alert_owner where alert_owner.owner = news.owner)))`)

/** Queries for the owners due to be judged: this file writes `alert_owner` and `alert_wake`. */
export const turnStore = (sql: Sql) => ({
  /**
   * Has owners judged about whom there is news; resolves to true if there may be more. News about those that others hold
   * wait for the next time, so that nobody else waits for them.
   */
  async wake(now: Date): Promise<boolean> {
    const woken = await sql.run(WAKE, [now])
    return woken === WAKES
  },

  /**
   * Locks up to `limit` owners that are due and were not judged after `notAfter`, half of them the latest due and half the
   * longest, and their accounts against deletion. Skips those that others hold, so that nobody waits.
   */
  async take(now: Date, notAfter: Date, limit: number): Promise<Turn[]> {
    const some = (order: 'asc' | 'desc') => sql.rows(turn, TAKE[order], [now, notAfter, Math.ceil(limit / 2)])
    const latest = await some('desc')
    if (latest.length < limit / 2) return latest
    const taken = new Set(latest.map(({ owner }) => owner))
    return [...latest, ...(await some('asc')).filter(({ owner }) => !taken.has(owner))]
  },

  /** Locks an owner's turn until the end of the transaction. */
  hold: (owner: string) => sql.run('select from alert_owner where owner = $1 for update', [owner]),

  /** Stores when each owner is judged next; null = once there is news. */
  async done(judged: readonly Judged[], now: Date): Promise<void> {
    await sql.run(
      `update alert_owner set judged_at = $4, due_at = coalesce(new.due_at, 'infinity'),
         told_at = coalesce(new.told_at, alert_owner.told_at)
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as new(owner, due_at, told_at)
       where alert_owner.owner = new.owner`,
      [
        judged.map(({ owner }) => owner),
        judged.map(({ dueAt }) => dueAt),
        judged.map(({ notifiedAt }) => notifiedAt),
        now,
      ],
    )
  },

  /** Sets whether an owner wants quiet hours, and has them judged anew. */
  async setQuiet(owner: string, quiet: boolean): Promise<void> {
    await sql.run(`update alert_owner set quiet = $2, due_at = '-infinity' where owner = $1`, [owner, quiet])
  },

  wakeOne: (owner: string) => sql.run(`select wake_alerts(array[$1::uuid])`, [owner]),

  /** Sets whether notifications leave out what they are about. */
  async setDiscreet(owner: string, discreet: boolean): Promise<void> {
    await sql.run('update alert_owner set discreet = $2 where owner = $1', [owner, discreet])
  },

  async isDiscreet(owner: string): Promise<boolean> {
    const found = await sql.row(
      z.object({ discreet: z.boolean() }),
      'select discreet from alert_owner where owner = $1',
      [owner],
    )
    return found?.discreet ?? false
  },

  async isQuiet(owner: string): Promise<boolean> {
    const found = await sql.row(
      z.object({ quiet: z.boolean() }),
      'select quiet from alert_owner where owner = $1',
      [owner],
    )
    return found?.quiet ?? true
  },
})
