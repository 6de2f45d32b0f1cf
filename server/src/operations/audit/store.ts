import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

/** Who makes a change, and from which host or address, according to the operating system. */
export type Operator = { readonly name: string; readonly origin: string }

/** The author of changes that the product makes by itself. No user of an operating system has this name. */
export const PRODUCT: Operator = { name: 'the product', origin: 'jobs' }

/** What has been changed; `before` and `after` are JSON without secrets or personal data, null where there is none. */
export type Change = {
  /** The command: `system add`. */
  readonly action: string
  /** A serial number, a release, a key. */
  readonly subject: string
  readonly before?: object | null
  readonly after?: object | null
}

const stored = z.object({
  id: z.int(),
  at: z.date(),
  operator: z.string(),
  origin: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof stored>

export type AuditFilter = {
  readonly operator?: string | undefined
  readonly subject?: string | undefined
  readonly since?: Date | undefined
  /** Entries older than this one. */
  readonly before?: number | undefined
}

/** NOTIFY channel; payload: id of an entry that was added. */
export const AUDITED = 'audited'

/** The only file that knows the table `audit_entry`, whose rows the database keeps as they are. */
export const auditStore = (sql: Sql) => ({
  /** Adds an entry, in the transaction that makes the change. */
  async add({ name, origin }: Operator, change: Change, reason: string | null, at: Date): Promise<void> {
    const { action, subject, before = null, after = null } = change
    const json = (part: object | null) => part && JSON.stringify(part)
    await sql.run(
      `with added as (
         insert into audit_entry (at, operator, origin, action, subject, before, after, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id)
       select pg_notify('${AUDITED}', id::text) from added`,
      [at, name, origin, action, subject, json(before), json(after), reason],
    )
  },

  /** Resolves to entries that meet all conditions, newest first. */
  list: ({ operator, subject, since, before }: AuditFilter, limit: number): Promise<AuditEntry[]> =>
    sql.rows(
      stored,
      `select * from audit_entry
       where ($1::text is null or operator = $1) and ($2::text is null or subject = $2)
         and ($3::timestamptz is null or at >= $3) and ($4::bigint is null or id < $4)
       order by id desc limit $5`,
      [operator ?? null, subject ?? null, since ?? null, before ?? null, limit],
    ),

  /** Resolves to the entries after one, oldest first. */
  after: (id: number, limit: number): Promise<AuditEntry[]> =>
    sql.rows(stored, 'select * from audit_entry where id > $1 order by id limit $2', [id, limit]),

  /** Resolves to the id of the newest entry, 0 if there is none. */
  async newest(): Promise<number> {
    const row = await sql.row(
      z.object({ id: z.int() }),
      'select coalesce(max(id), 0)::integer as id from audit_entry',
    )
    return row?.id ?? 0
  },
})
