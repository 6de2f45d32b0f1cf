import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'

/** `link`: the id of the link that the mail holds. */
const linked = { owner: z.uuid(), address: z.string(), details: z.object({ link: z.uuid() }) }

/** Every mail there is. `details` are what its text names. */
const mail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['welcome', 'password_changed', 'token_reused', 'linked', 'sign_in_attacked']),
    owner: z.uuid(),
  }),
  z.object({
    kind: z.enum(['system_claimed', 'system_lost']),
    owner: z.uuid(),
    /** `by`: how the system was claimed; older rows do not say. */
    details: z.object({ sn: z.string(), by: z.optional(z.enum(['code', 'switch'])) }),
  }),
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
const kinds = mail.def.options.flatMap(({ shape }) => [...shape.kind._zod.values])

const waiting = z.object({ id: z.uuid(), mail, createdAt: z.date(), tries: z.int() })
/** A mail to be sent; `tries` counts the one that begins. */
export type WaitingMail = z.output<typeof waiting>

/** What is said whenever a mail was added. */
export const MAIL_ADDED = 'mail_added'

/** The only file that knows the table mail. What is added in a transaction is sent once that has committed. */
export const mailStore = (sql: Sql) => ({
  async add(mail: Mail, now: Date): Promise<void> {
    await sql.run(
      `with added as (
         insert into mail (kind, owner, address, details, created_at, due_at)
         values ($1, $2, $3, $4, $5, $5) returning id)
       select pg_notify('${MAIL_ADDED}', '') from added`,
      [
        mail.kind,
        'owner' in mail ? mail.owner : null,
        'address' in mail ? mail.address : null,
        'details' in mail ? mail.details : {},
        now,
      ],
    )
  },

  /** Takes what is due, `limit` at most, the longest due first; nobody else gets it before `until`. */
  take: (limit: number, now: Date, until: Date): Promise<WaitingMail[]> =>
    sql.rows(
      waiting,
      `update mail set tries = tries + 1, due_at = $3 where id = any (array(
         select id from mail where due_at <= $2 and kind = any ($4) order by due_at
         limit $1 for update skip locked))
       returning id, tries, created_at as "createdAt", jsonb_build_object(
         'kind', kind, 'owner', owner, 'address', address, 'details', details) as mail`,
      [limit, now, until, kinds],
    ),

  /** Lets what was taken be due again, unless somebody else has taken it since. */
  async postpone({ id, tries }: WaitingMail, until: Date): Promise<void> {
    await sql.run('update mail set due_at = $3 where id = $1 and tries = $2', [id, tries, until])
  },

  async remove(id: string): Promise<void> {
    await sql.run('delete from mail where id = $1', [id])
  },

  /** Drops what waits to be sent to an address. */
  async forget(address: string): Promise<void> {
    await sql.run('delete from mail where lower(address) = lower($1)', [address])
  },
})
