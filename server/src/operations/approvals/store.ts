import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Change, Operator } from '../audit/store.ts'

const outcomes = ['given', 'refused', 'expired'] as const
const stored = z.object({
  id: z.int(),
  askedAt: z.date(),
  expiresAt: z.date(),
  operator: z.string(),
  origin: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  request: z.unknown(),
  outcome: z.nullable(z.enum(outcomes)),
  decidedAt: z.nullable(z.date()),
  decidedBy: z.nullable(z.string()),
})
/** A change that needs a second operator; `operator` has asked for it. */
export type Approval = z.output<typeof stored>

const columns = `id, asked_at as "askedAt", expires_at as "expiresAt", operator, origin, action, subject, before, after,
  reason, request, outcome, decided_at as "decidedAt", decided_by as "decidedBy"`

/** A change that is asked for. */
type Asked = {
  readonly operator: Operator
  readonly change: Change
  readonly reason: string | null
  readonly request: object
  readonly at: Date
  readonly expiresAt: Date
}

/** The only file that knows the table `approval`. */
export const approvalStore = (sql: Sql) => ({
  /** Adds a request; resolves to its id. Rejects if one with this subject is open. */
  async ask({ operator, change, reason, request, at, expiresAt }: Asked): Promise<number> {
    const json = (part: object | null | undefined) => (part ? JSON.stringify(part) : null)
    const [row] = await sql.rows(
      z.object({ id: z.int() }),
      `insert into approval (asked_at, expires_at, operator, origin, action, subject, before, after, reason, request)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        ...[at, expiresAt, operator.name, operator.origin, change.action, change.subject],
        ...[json(change.before), json(change.after), reason, JSON.stringify(request)],
      ],
    )
    return row?.id ?? 0
  },

  /** Locks the open request of this subject, which may have expired, until the end of the transaction. */
  async lockOpen(subject: string): Promise<Approval | undefined> {
    await sql.run(`select pg_advisory_xact_lock(hashtext('approval ' || $1))`, [subject])
    return sql.row(
      stored,
      `select ${columns} from approval where subject = $1 and outcome is null for update`,
      [subject],
    )
  },

  /** Locks a request until the end of the transaction. */
  lock: (id: number): Promise<Approval | undefined> =>
    sql.row(stored, `select ${columns} from approval where id = $1 for update`, [id]),

  async decide(
    id: number,
    { outcome, by, at }: { outcome: (typeof outcomes)[number]; by: string; at: Date },
  ): Promise<void> {
    await sql.run('update approval set outcome = $2, decided_by = $3, decided_at = $4 where id = $1', [
      id,
      outcome,
      by,
      at,
    ])
  },

  /** True if an open request has a text somewhere, such as the hash of an image. */
  async mentions(text: string): Promise<boolean> {
    const found = await sql.row(
      z.object({ id: z.int() }),
      'select id from approval where outcome is null and position($1 in request::text) > 0 limit 1',
      [text],
    )
    return found !== undefined
  },

  /** Resolves to the newest requests, newest first. */
  newest: (limit: number): Promise<Approval[]> =>
    sql.rows(stored, `select ${columns} from approval order by id desc limit $1`, [limit]),
})
