import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Patience } from '../../platform/mail/back-off.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { systemMail } from '../../systems/mails.ts'
import { RESET_LIFE_MS } from '../resets/store.ts'

/** `link`: the id of the link that the mail holds. */
const linked = { owner: z.uuid(), address: z.string(), details: z.object({ link: z.uuid() }) }

/** Every mail there is. `details` are what its text names. */
export const mail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['welcome', 'password_changed', 'token_reused', 'linked', 'sign_in_attacked']),
    owner: z.uuid(),
  }),
  systemMail,
  /** To the address that was. */
  z.object({ kind: z.literal('email_changed'), ...linked }),
  /** To an address that was replaced without a way back. */
  z.object({ kind: z.literal('email_lost'), owner: z.uuid(), address: z.string() }),
  /** To the address that is to be confirmed. */
  z.object({ kind: z.literal('email_confirmation'), ...linked }),
  /** To who has registered with this address, or has an account of it: looked up when it is sent. */
  z.object({
    kind: z.literal('registration'),
    address: z.string(),
    details: z.object({ registration: z.uuid() }),
  }),
  /** To whoever has the account of this address, if anybody has: looked up when it is sent. */
  z.object({ kind: z.literal('reset'), address: z.string() }),
])
export type Mail = Readonly<z.output<typeof mail>>

export const mailKinds: readonly string[] = mail.def.options
  .flatMap(({ shape }) => [...shape.kind._zod.values])
  .map(String)

/** Adds a mail to the outbox; sent once the transaction has committed. */
export const addMail = (sql: Sql, mail: Mail, now: Date): Promise<void> => mailStore(sql).add(mail, now)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A link is of no use to who gets it late. */
export const patienceWith = (kind: string): Patience =>
  kind === 'reset' ? { life: RESET_LIFE_MS, longest: 8 * MINUTE } : { life: 24 * HOUR, longest: 6 * HOUR }
