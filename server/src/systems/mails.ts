import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { mailStore } from '../platform/mail/store.ts'

/** Mails to owners about their systems. `by`: how the system was claimed; missing in older rows. */
export const systemMail = z.object({
  kind: z.enum([
    'system_claimed',
    'system_lost',
    'system_released',
    'system_given_up',
    'own_system_given_up',
    'system_given_on',
    'system_handed_over',
    'handover_begun',
    'handover_ended',
    'gateway_paired',
    'gateway_replaced',
    'fault_alerts_off',
  ]),
  owner: z.uuid(),
  details: z.object({ sn: z.string(), by: z.optional(z.enum(['code', 'switch', 'handover'])) }),
})
export type SystemMail = z.output<typeof systemMail>

/** Adds a mail to the outbox; it is sent once the transaction has committed. */
export const addSystemMail = (sql: Sql, mail: SystemMail, now: Date): Promise<void> =>
  mailStore(sql).add(mail, now)
