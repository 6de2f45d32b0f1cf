import type { Command } from 'commander'
import * as z from 'zod/mini'
import { type AuditEntry, auditStore } from '../audit/store.ts'
import { addCommand, type Context, type Job } from './command.ts'
import { count, duration } from './inputs.ts'
import { table } from './table.ts'

const DEFAULT_LIMIT = 100
const MOST = 10_000

const input = z.object({
  by: z.optional(z.string()),
  subject: z.optional(z.string()),
  since: z.optional(duration),
  before: z.optional(count(Number.MAX_SAFE_INTEGER)),
  limit: z._default(count(MOST), DEFAULT_LIMIT),
})

const rowOf = ({ at, ...entry }: AuditEntry) => ({ ...entry, at: at.toISOString() })
const text = (part: unknown) => (part === null ? null : JSON.stringify(part))

async function list({ by, subject, since, before, limit }: z.output<typeof input>, { db, now }: Job) {
  const filter = {
    ...{ operator: by, subject, before },
    since: since === undefined ? undefined : new Date(now.getTime() - since),
  }
  const rows = (await auditStore(db).list(filter, limit)).map(rowOf)
  const last = rows.length === limit ? rows.at(-1)?.id : undefined
  const shown = table(
    ['id', 'at', 'operator', 'origin', 'action', 'subject', 'before', 'after', 'reason'],
    rows.map((row) => [
      ...[row.id, row.at, row.operator, row.origin, row.action, row.subject],
      ...[text(row.before), text(row.after), row.reason],
    ]),
  )
  return {
    json: { entries: rows, next: last ?? null },
    text: last === undefined ? shown : `${shown}\n\nOlder ones: --before ${last}`,
  }
}

/** `audit`. */
export function auditCommands(program: Command, context: Context): void {
  const audit = program.command('audit').description('what operators have changed')
  addCommand(audit, context, {
    usage: 'list',
    summary: 'the changes that meet all of these conditions, newest first',
    options: {
      '--by <name>': 'made by this operator',
      '--subject <name>': 'of a serial number, a key, or a release such as "bms 2.5.0"',
      '--since <time>': 'made within this time: 90m, 24h, 7d',
      '--before <id>': 'older than this entry: the next page',
      '--limit <number>': `so many at most (${DEFAULT_LIMIT})`,
    },
    input,
    work: list,
  })
}
