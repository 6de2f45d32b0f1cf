import { channels, noticeOutcomes } from '@kellersonne/contract/messages/alerts'
import { type NoticeKind, notices } from '@kellersonne/core/messages/alerts/alert'
import { alertCauses } from '@kellersonne/core/messages/alerts/causes'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { counter } from '../../platform/metrics.ts'

type NoticeOutcome = (typeof noticeOutcomes)[number]

/** A notice that is due; `subscription`: in that browser, of this user agent, or by mail. */
export type NewNotice = {
  readonly alert: string
  readonly owner: string
  readonly kind: NoticeKind
  readonly subscription: string | null
  readonly address: string | null
}

const notice = z.object({
  channel: z.enum(channels),
  alert: z.uuid(),
  kind: z.enum(notices),
  at: z.date(),
  address: z.nullable(z.string()),
  outcome: z.nullable(z.enum(noticeOutcomes)),
  settledAt: z.nullable(z.date()),
})
export type Notice = z.output<typeof notice>

const line = z.object({
  id: z.int(),
  alert: z.uuid(),
  madeAt: z.date(),
  kind: z.enum(notices),
  cause: z.enum(alertCauses),
  sn: z.nullable(z.string()),
  name: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  begunAt: z.date(),
  activeSince: z.nullable(z.date()),
  endedAt: z.nullable(z.date()),
  /** How often the cause has come. */
  count: z.int(),
  details: z.record(z.string(), z.unknown()),
  /** True if the owner no longer needs to know. */
  isOver: z.boolean(),
  /** True if the alert was already sent through the same channel. */
  wasSent: z.boolean(),
})
/** A notice as a mail or a browser shows it. */
export type Line = z.output<typeof line>

/** A mail that could not be sent keeps its notices for so long from the owner's next one. */
const TAKEN_MS = 15 * 60_000

const counted = counter('alert_notices_total', 'Notices of alerts, by what became of them.', ['outcome'])
for (const outcome of noticeOutcomes) counted.inc({ outcome }, 0)
const SETTLE = 'update alert_notice set outcome = $1, settled_at = $2 where'

const SENT_BEFORE = `exists (select from alert_notice as earlier where earlier.alert = alert.id and earlier.id < alert_notice.id
  and earlier.kind <> 'ended' and earlier.outcome = 'sent' and earlier.channel = alert_notice.channel
  and earlier.subscription is not distinct from alert_notice.subscription)`
/** Notices with their content. An alert that is over is not sent, nor its end unless its beginning was sent through the same channel. */
const LINES = `select alert_notice.id::integer, alert_notice.alert, made_at as "madeAt", kind, cause, sn, name,
    time_zone as "timeZone", begun_at as "begunAt", standing_since as "activeSince", ended_at as "endedAt", count, details,
    ${SENT_BEFORE} as "wasSent",
    (alert.system is not null and ownership.owner is null)
      or case kind when 'ended' then over_at is null or not ${SENT_BEFORE}
        when 'begun' then standing_since is null and ended_at is not null
        else over_at is not null end as "isOver"
  from alert_notice join alert on alert.id = alert
  left join storage_system on storage_system.id = alert.system
  left join ownership on ownership.system = alert.system and until is null and ownership.owner = alert.owner`

/** The only file that writes `alert_notice`. */
export const noticeStore = (sql: Sql) => ({
  async add(made: readonly NewNotice[], now: Date): Promise<void> {
    await sql.run(
      `insert into alert_notice (alert, owner, kind, subscription, address, channel, made_at)
       select *, case when subscription is null then 'email' else 'push' end, $6
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[])
         as made(alert, owner, kind, subscription, address)`,
      [
        ...[made.map(({ alert }) => alert), made.map(({ owner }) => owner), made.map(({ kind }) => kind)],
        ...[made.map(({ subscription }) => subscription), made.map(({ address }) => address), now],
      ],
    )
  },

  /**
   * Gives a mail all notices of an owner that no other mail is just sending, so that the mails of a day without a mail
   * server become one.
   */
  async take(owner: string, mail: string, address: string, now: Date): Promise<Line[]> {
    await sql.run(
      `update alert_notice set mail = $2, address = $3, taken_at = $4
       where owner = $1 and outcome is null and channel = 'email' and (mail is null or mail = $2 or taken_at <= $5)`,
      [owner, mail, address, now, new Date(now.getTime() - TAKEN_MS)],
    )
    return sql.rows(line, `${LINES} where mail = $1 and outcome is null order by alert_notice.id`, [mail])
  },

  /** Resolves to the notices that still wait for a browser, as `take` does for a mail. */
  waiting: (subscription: string): Promise<Line[]> =>
    sql.rows(line, `${LINES} where subscription = $1 and outcome is null order by alert_notice.id`, [
      subscription,
    ]),

  async settle(ids: readonly number[], outcome: NoticeOutcome, now: Date): Promise<void> {
    const settled = await sql.run(`${SETTLE} id = any($3)`, [outcome, now, ids])
    counted.inc({ outcome }, settled)
  },

  /** Records what became of all notices of a mail that is done. */
  async settleMail(mail: string, outcome: NoticeOutcome, now: Date): Promise<void> {
    const settled = await sql.run(`${SETTLE} mail = $3 and outcome is null`, [outcome, now, mail])
    counted.inc({ outcome }, settled)
  },

  /** Resolves to the alerts of a mail sent after `since`, their owner, and the address that it was sent to. */
  alertsOf: (mail: string, since: Date) =>
    sql.rows(
      z.object({ alert: z.uuid(), owner: z.uuid(), address: z.string() }),
      'select distinct alert, owner, address from alert_notice where mail = $1 and taken_at > $2',
      [mail, since],
    ),

  /** Forgets in which mails an owner's notices were sent, so that the links of these mails lead nowhere. */
  async endLinks(owner: string): Promise<void> {
    await sql.run(
      'update alert_notice set mail = null where owner = $1 and mail is not null and outcome is not null',
      [owner],
    )
  },

  of: (alerts: readonly string[]): Promise<Notice[]> =>
    sql.rows(
      notice,
      `select alert, channel, kind, made_at as at, address, outcome, settled_at as "settledAt"
       from alert_notice where alert = any($1) order by id`,
      [alerts],
    ),
})
