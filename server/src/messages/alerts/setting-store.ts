import { type AlertChannel, channels } from '@kellersonne/contract/messages/alerts'
import { type AlertTopic, alertTopics, isOnByDefault } from '@kellersonne/core/messages/alerts/causes'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const setting = z.object({
  owner: z.uuid(),
  system: z.nullable(z.int()),
  topic: z.enum(alertTopics),
  email: z.boolean(),
  push: z.boolean(),
})
export type AlertSetting = z.output<typeof setting>

/** A change of a setting at systems, or at the account (null); what is undefined stays. */
export type Choice = Pick<AlertSetting, 'owner' | 'topic'> & {
  readonly systems: readonly AlertSetting['system'][]
} & { readonly [channel in AlertChannel]?: boolean | undefined }

/** The only file that writes `alert_setting`. Settings without a row follow `isOnByDefault`. */
export const settingStore = (sql: Sql) => ({
  of: (owners: readonly string[]): Promise<AlertSetting[]> =>
    sql.rows(setting, 'select owner, system, topic, email, push from alert_setting where owner = any($1)', [
      owners,
    ]),

  /** Resolves to those of the systems whose present owners have asked to be notified of a topic. */
  wanting: (topic: AlertTopic, systems: readonly number[]) =>
    sql.rows(
      z.object({ system: z.int(), owner: z.uuid() }),
      `select system, owner from alert_setting join ownership using (system, owner)
       where topic = $1 and system = any($2) and (email or push) and until is null`,
      [topic, systems],
    ),

  /** Resolves to those of the systems at which that switches off a way in which the owner was notified before. */
  async put({ owner, systems, topic, ...chosen }: Choice): Promise<Choice['systems']> {
    const former = await settingStore(sql).of([owner])
    const { email, push } = chosen
    await sql.run(
      `insert into alert_setting (owner, system, topic, email, push)
       select $1, system, $3, coalesce($4, $6::boolean), coalesce($5, $6) from unnest($2::int[]) as system
       on conflict (owner, coalesce(system, 0), topic) do update
       set email = coalesce($4, alert_setting.email), push = coalesce($5, alert_setting.push)`,
      [owner, systems, topic, email ?? null, push ?? null, isOnByDefault(topic)],
    )
    return systems.filter((system) =>
      channels.some((channel) => chosen[channel] === false && wants(former, topic, system, channel)),
    )
  },

  /** Lets an owner be notified of sign-ins by mail again. */
  async mailSignIns(owner: string): Promise<void> {
    await sql.run(
      `update alert_setting set email = true where owner = $1 and system is null and topic = 'sign_in' and not email`,
      [owner],
    )
  },
})

/** Whether an owner wants to be notified of a topic at one of their systems, or at their account (null), in this way. */
export const wants = (
  settings: readonly AlertSetting[],
  topic: AlertTopic,
  system: number | null,
  channel: AlertChannel,
) => settings.find((one) => one.topic === topic && one.system === system)?.[channel] ?? isOnByDefault(topic)
