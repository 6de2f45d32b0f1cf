import { commandStates } from '@kellersonne/core/control/commands'
import { actionStates } from '@kellersonne/core/firmware/chip-update'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/database.ts'
import { forget, levels } from '../../platform/metrics.ts'

const SILENT_MS = 15 * 60_000
const DAY_MS = 86_400_000
const ALERTS_LATE_MS = 2 * 60_000
const WEATHER_SILENT_MS = 6 * 3_600_000
const counted = z.object({ label: z.string(), count: z.int() })

/** Counts systems in service by when they were last heard. `which`: a condition on `storage_system`. */
const byLastHeard = (
  which: string,
) => `select case when heard_at is null then 'never' when heard_at > $1 then 'heard' else 'silent' end as label,
  count(*)::int as count from storage_system left join latest on system = id
  where retired_at is null and ${which} group by 1`
const HEARD = ['heard', 'silent', 'never'] as const

/**
 * Gauges counted in the database, by one label, whose `values` are shown even if there are none; `$1` is the current
 * time less `back`, in ms.
 */
const questions = [
  {
    name: 'systems',
    help: 'Storage systems that the operator delivered: with a message in the last 15 minutes (`heard`), silent for longer, without any message yet.',
    label: 'state',
    values: HEARD,
    back: SILENT_MS,
    text: byLastHeard('not own'),
  },
  // Apart from the others: anybody can add some, and let them fall silent.
  {
    name: 'own_systems',
    help: "Systems of owners' own, by the same states.",
    label: 'state',
    values: HEARD,
    back: SILENT_MS,
    text: byLastHeard('own'),
  },
  {
    name: 'releases',
    help: 'Releases: offered, paused by an operator, stopped because too many of their updates failed, withdrawn for good.',
    label: 'state',
    values: ['offered', 'paused', 'stopped', 'withdrawn'],
    back: 0,
    text: `select case when withdrawn_at is not null then 'withdrawn' when paused_by = 'failures' then 'stopped'
        when paused_by is not null then 'paused' else 'offered' end as label,
      count(*)::int as count from release where $1::timestamptz is not null group by 1`,
  },
  {
    name: 'updates',
    help: 'Updates of chips: in progress, and ended in the last 24 hours.',
    label: 'state',
    values: actionStates,
    back: DAY_MS,
    text: `select state as label, count(*)::int as count from update_action
      where deadline is not null or ended_at > $1 group by 1`,
  },
  {
    name: 'commands',
    help: 'Commands to units: in progress, and ended in the last 24 hours.',
    label: 'state',
    values: commandStates,
    back: DAY_MS,
    text: `select state as label, count(*)::int as count from command
      where ended_at is null or ended_at > $1 group by 1`,
  },
  {
    name: 'mails_waiting',
    help: 'Mails in the outbox, by whether an attempt has failed.',
    label: 'tried',
    values: ['true', 'false'],
    back: 0,
    text: `select (tries > 0)::text as label, count(*)::int as count from mail where $1::timestamptz is not null
      group by 1`,
  },
  {
    name: 'alerts_due',
    help: 'Owners whose alerts are to be judged, by whether they have waited for more than two minutes.',
    label: 'late',
    values: ['true', 'false'],
    back: ALERTS_LATE_MS,
    text: `select (due_at < $1)::text as label, count(*)::int as count from alert_owner
      where due_at > '-infinity' and due_at <= $1 + interval '2 minutes' group by 1`,
  },
  {
    name: 'pushes_waiting',
    help: 'Browsers for which something waits to be sent, by whether an attempt has failed.',
    label: 'tried',
    values: ['true', 'false'],
    back: 0,
    text: `select (tries > 0)::text as label, count(*)::int as count from push_subscription
      where $1::timestamptz is not null
        and exists (select from alert_notice where subscription = push_subscription.id and outcome is null)
      group by 1`,
  },
  {
    name: 'reading_partitions',
    help: 'Days with a partition for their raw readings: up to the present one, and later ones.',
    label: 'of',
    values: ['present', 'future'],
    back: 0,
    text: `select case when relname > to_char($1::timestamptz at time zone 'UTC', '"reading_"YYYY_MM_DD') then 'future' else 'present' end as label,
      count(*)::int as count from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'reading'::regclass and relname ~ '^reading_[0-9]' group by 1`,
  },
  {
    name: 'weather_cells',
    help: 'Cells whose weather is asked for: answered, silent for more than six hours, and not answered yet.',
    label: 'state',
    values: ['answered', 'silent', 'waiting'],
    back: WEATHER_SILENT_MS,
    text: `select case when coalesce(fetched_at, failing_since) > $1 then 'answered'
        when coalesce(fetched_at, failing_since) is not null then 'silent' else 'waiting' end as label,
      count(*)::int as count from weather_cell group by 1`,
  },
  {
    name: 'weather_budget',
    help: 'Requests to the weather provider of this day (UTC): used, and left.',
    label: 'state',
    values: ['used', 'left'],
    back: 0,
    text: `with today as (select * from weather_budget where day = ($1::timestamptz at time zone 'UTC')::date)
      select 'used' as label, coalesce(sum(requests), 0)::int as count from today
      union all select 'left', coalesce(sum(most - requests), 0)::int from today`,
  },
] as const

/** Counts in the database on each scrape of `/metrics`. Shows nothing while the database is unavailable. */
export function startGauges(db: Db, now: () => Date) {
  for (const { name, help, label, values, back, text } of questions)
    levels(name, help, [label], async (own) => {
      own.reset()
      const rows = await db.rows(counted, text, [new Date(now().getTime() - back)]).catch(() => null)
      const none = rows === null ? [] : values.map((value) => ({ label: value, count: 0 }))
      for (const { label: value, count } of [...none, ...(rows ?? [])]) own.set({ [label]: value }, count)
    })
  return {
    close() {
      for (const { name } of questions) forget(name)
    },
  }
}
