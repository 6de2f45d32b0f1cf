import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** A mail as added by its sender; `details` are the values used in its text, by the sender's own schema. */
export type Mail = {
  readonly kind: string
  readonly owner?: string
  readonly address?: string
  readonly details?: Readonly<Record<string, string | undefined>>
}

const mail = z.object({
  kind: z.string(),
  owner: z.nullable(z.uuid()),
  address: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})
const waiting = z.object({
  ...{ id: z.uuid(), mail, createdAt: z.date(), tries: z.int() },
  line: z.nullable(z.string()),
})
/** A stored mail to be sent; `tries` includes the attempt that begins. `line`: in which it has waited for it. */
export type WaitingMail = z.output<typeof waiting>

/** NOTIFY channel of added mails. */
export const MAIL_ADDED = 'mail_added'

const TAKE = prepared(`
with due as materialized (
  select id, line from mail where due_at <= $2 and kind = any ($4) order by due_at
  limit $1 for update skip locked)
update mail set tries = tries + 1, due_at = $3, line = null from due where mail.id = due.id
returning mail.id, tries, created_at as "createdAt", due.line, jsonb_build_object(
  'kind', kind, 'owner', owner, 'address', address, 'details', details) as mail`)

/** The only file that writes the table `mail`. A mail added in a transaction is sent once that has committed. */
export const mailStore = (sql: Sql) => ({
  async add(mail: Mail, now: Date): Promise<void> {
    await sql.run(
      `with added as (
         insert into mail (kind, owner, address, details, created_at, due_at)
         values ($1, $2, $3, $4, $5, $5) returning id)
       select pg_notify('${MAIL_ADDED}', '') from added`,
      [mail.kind, mail.owner ?? null, mail.address ?? null, mail.details ?? {}, now],
    )
  },

  /** Adds a mail of a kind without details to each owner for whom none waits for its first attempt. */
  async addOnce(kind: string, owners: readonly string[], now: Date): Promise<void> {
    await sql.run(
      `with added as (
         insert into mail (kind, owner, created_at, due_at) select $1, wanted, $3, $3 from unnest($2::uuid[]) as wanted
         where not exists (select from mail where kind = $1 and owner = wanted and tries = 0) returning id)
       select pg_notify('${MAIL_ADDED}', '') from added limit 1`,
      [kind, owners, now],
    )
  },

  /**
   * Leases up to `limit` due mails of these kinds until `until`, the longest due first. Other kinds wait for a newer
   * version of the product.
   */
  take: (kinds: readonly string[], limit: number, now: Date, until: Date): Promise<WaitingMail[]> =>
    sql.rows(waiting, TAKE, [limit, now, until, kinds]),

  /** Makes a leased mail due again, unless somebody else has leased it since. */
  async postpone({ id, tries }: WaitingMail, until: Date): Promise<void> {
    await sql.run('update mail set due_at = $3 where id = $1 and tries = $2', [id, tries, until])
  },

  /** As `postpone`, for a mail of which no attempt was made: it waits in a line, and may be called up before. */
  async lineUp({ id, tries }: WaitingMail, until: Date, line: string): Promise<void> {
    await sql.run('update mail set due_at = $3, line = $4, tries = tries - 1 where id = $1 and tries = $2', [
      id,
      tries,
      until,
      line,
    ])
  },

  /** Makes the oldest mail of these kinds due that waits in a line and is not due yet, before all that were added later. */
  async callUp(line: string, kinds: readonly string[]): Promise<void> {
    await sql.run(
      `update mail set due_at = created_at where id = (
         select id from mail where line = $1 and kind = any ($2) and due_at > created_at
         order by created_at limit 1 for update skip locked)`,
      [line, kinds],
    )
  },

  async remove(id: string): Promise<void> {
    await sql.run('delete from mail where id = $1', [id])
  },

  /** Deletes the pending mails to an address that are about no account; the others go with theirs. */
  async forget(address: string): Promise<void> {
    await sql.run('delete from mail where owner is null and lower(address) = lower($1)', [address])
  },
})
