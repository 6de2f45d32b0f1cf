import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const DAY_MS = 24 * 3_600_000
/** How long an account may stay unconfirmed without a system, and how long its confirmation links are valid. */
export const UNCONFIRMED_LIFE_MS = 14 * DAY_MS
const CHANGE_LIFE_MS = DAY_MS
const UNDO_LIFE_MS = 7 * DAY_MS
const lives = { registration: UNCONFIRMED_LIFE_MS, change: CHANGE_LIFE_MS, undo: UNDO_LIFE_MS } as const

/** The purpose of a link: confirm the address of a registration or of a change, or undo a change. */
export type EmailLinkKind = keyof typeof lives
const link = z.object({ owner: z.uuid(), email: z.string() })
/** `email`: the address the link was sent to, which becomes the account's address once the link is used. */
export type EmailLink = Readonly<z.output<typeof link>>

/** The kinds of link each endpoint accepts. */
const uses = { confirm: ['registration', 'change'], undo: ['undo'] } as const
type Use = keyof typeof uses
const IS_GOOD = 'id = $1 and kind = any($2) and expires_at > $3'

/** The only file that knows the table `email_link`. */
export const emailLinkStore = (sql: Sql) => ({
  async add(id: string, kind: EmailLinkKind, { owner, email }: EmailLink, now: Date): Promise<void> {
    await sql.run(
      'insert into email_link (id, owner, kind, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [id, owner, kind, email, now, new Date(now.getTime() + lives[kind])],
    )
  },

  /** undefined if it has expired or was used. */
  find: (id: string, use: Use, now: Date): Promise<EmailLink | undefined> =>
    sql.row(link, `select owner, email from email_link where ${IS_GOOD}`, [id, uses[use], now]),

  /** Uses a link once, even with concurrent requests; undefined if it has expired or was used. */
  take: (id: string, use: Use, now: Date): Promise<EmailLink | undefined> =>
    sql.row(link, `delete from email_link where ${IS_GOOD} returning owner, email`, [id, uses[use], now]),

  /** Resolves to the address an owner wants to change to; undefined if there is none. */
  pending: async (owner: string, now: Date): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ email: z.string() }),
        `select email from email_link where owner = $1 and kind = 'change' and expires_at > $2
         order by created_at desc limit 1`,
        [owner, now],
      )
    )?.email,

  /** Resolves to an unconfirmed account created after `oldest` and sent no link since `last`; undefined if none. */
  unanswered: (oldest: Date, last: Date): Promise<EmailLink | undefined> =>
    sql.row(
      link,
      `select id as owner, email from owner
       where email is not null and email_confirmed_at is null and created_at > $1 and created_at <= $2
         and not exists (select from email_link where email_link.owner = owner.id and kind = 'registration'
           and email_link.created_at > $2)
       limit 1`,
      [oldest, last],
    ),

  /** Deletes an owner's confirmation links. */
  async dropConfirmations(owner: string): Promise<void> {
    await sql.run('delete from email_link where owner = $1 and kind = any($2)', [owner, uses.confirm])
  },

  /** Deletes an owner's links that change the address. */
  async dropChanges(owner: string): Promise<void> {
    await sql.run(`delete from email_link where owner = $1 and kind = 'change'`, [owner])
  },

  /** Deletes the undo links created since `id`, of the addresses that followed the one of that link. */
  async dropUndosSince(id: string): Promise<void> {
    await sql.run(
      `delete from email_link using email_link as first where first.id = $1
         and email_link.owner = first.owner and email_link.kind = 'undo'
         and lower(email_link.email) <> lower(first.email) and email_link.created_at >= first.created_at`,
      [id],
    )
  },

  /** Resolves to the first undo link that was sent to an address; undefined if there is none. */
  firstUndoOf: async ({ owner, email }: EmailLink, now: Date): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ id: z.uuid() }),
        `select id from email_link where owner = $1 and kind = 'undo' and lower(email) = lower($2) and expires_at > $3
         order by created_at limit 1`,
        [owner, email, now],
      )
    )?.id,

  async forgetOld(now: Date): Promise<void> {
    await sql.run('delete from email_link where expires_at <= $1', [now])
  },
})
