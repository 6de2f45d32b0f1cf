import { type AlertTopic, alertTopics, isToldByDefault } from '@kellersonne/core/messages/alerts/causes'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const setting = z.object({
  owner: z.uuid(),
  system: z.nullable(z.int()),
  topic: z.enum(alertTopics),
  email: z.boolean(),
})
export type AlertSetting = z.output<typeof setting>

/** The only file that writes `alert_setting`. What has no row is as `isToldByDefault` says. */
export const settingStore = (sql: Sql) => ({
  of: (owners: readonly string[]): Promise<AlertSetting[]> =>
    sql.rows(setting, 'select owner, system, topic, email from alert_setting where owner = any($1)', [
      owners,
    ]),

  /** Resolves to those of the systems whose owners have asked to be notified of a topic. */
  wanting: (topic: AlertTopic, systems: readonly number[]) =>
    sql.rows(
      z.object({ system: z.int(), owner: z.uuid() }),
      'select system, owner from alert_setting where topic = $1 and system = any($2) and email',
      [topic, systems],
    ),

  async put({ owner, system, topic, email }: AlertSetting): Promise<void> {
    await sql.run(
      `insert into alert_setting (owner, system, topic, email) values ($1, $2, $3, $4)
       on conflict (owner, coalesce(system, 0), topic) do update set email = excluded.email`,
      [owner, system, topic, email],
    )
  },
})

/** Whether an owner wants mails about a topic at one of their systems, or at their account (null). */
export const wants = (settings: readonly AlertSetting[], topic: AlertTopic, system: number | null) =>
  settings.find((one) => one.topic === topic && one.system === system)?.email ?? isToldByDefault(topic)
