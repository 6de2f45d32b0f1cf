import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { BackOff } from '../../platform/mail/back-off.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { systemMail } from '../../systems/mails.ts'
import { language } from '../accounts/store.ts'
import { RESET_LIFE_MS } from '../resets/store.ts'

/** `link`: the id of the link in the mail. */
const linked = { owner: z.uuid(), address: z.string(), details: z.object({ link: z.uuid() }) }

/** All mails. `details` are the values used in the text. */
export const mail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'welcome',
      'account_unused',
      'password_changed',
      'token_reused',
      'unlinked',
      'sign_in_attacked',
      'sign_in_alerts_off',
      'all_fault_alerts_off',
    ]),
    owner: z.uuid(),
  }),
  /** `email`: the address that the provider vouches for; missing in mails from before it was recorded, too. */
  z.object({
    kind: z.literal('linked'),
    owner: z.uuid(),
    details: z.object({ email: z.optional(z.string()) }),
  }),
  systemMail,
  /** Sent to the former address. */
  z.object({ kind: z.literal('email_changed'), ...linked }),
  /** Sent to an address that was replaced without a way to undo it. */
  z.object({ kind: z.literal('email_lost'), owner: z.uuid(), address: z.string() }),
  /** Sent to the address of an account that is gone. */
  z.object({
    kind: z.literal('account_removed'),
    address: z.string(),
    details: z.object({ lang: language }),
  }),
  /** Sent to the address to confirm. */
  z.object({ kind: z.literal('email_confirmation'), ...linked }),
  /** Sent to an address used in a registration, or to the account that has it: looked up when the mail is sent. */
  z.object({
    kind: z.literal('registration'),
    address: z.string(),
    details: z.object({ registration: z.uuid() }),
  }),
  /** Sent to the account of this address, if there is one: looked up when the mail is sent. */
  z.object({ kind: z.literal('reset'), address: z.string() }),
])
export type Mail = Readonly<z.output<typeof mail>>

export const mailKinds: readonly string[] = mail.def.options
  .flatMap(({ shape }) => [...shape.kind._zod.values])
  .map(String)

/** They go to addresses that anybody may have typed, whatever becomes of them. */
export const unprovenKinds: readonly string[] = ['registration', 'email_confirmation']

/** Adds a mail to the outbox; it is sent once the transaction has committed. */
export const addMail = (sql: Sql, mail: Mail, now: Date): Promise<void> => mailStore(sql).add(mail, now)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A reset link that arrives late is of no use. */
export const backOffFor = (kind: string): BackOff =>
  kind === 'reset' ? { life: RESET_LIFE_MS, longest: 8 * MINUTE } : { life: 24 * HOUR, longest: 6 * HOUR }
