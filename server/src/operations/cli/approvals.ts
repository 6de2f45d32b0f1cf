import type { Command } from 'commander'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { within } from '../../platform/db/within.ts'
import { type Approval, approvalStore } from '../approvals/store.ts'
import { auditStore, type Operator } from '../audit/store.ts'
import { type Approvable, toApprovable } from './approvable.ts'
import {
  addCommand,
  addOffline,
  type ChangeJob,
  type Context,
  cannot,
  type Job,
  reasonIn,
  WHY,
} from './command.ts'
import { count } from './inputs.ts'
import { keyAddition, keyRemoval } from './keys.ts'
import { resumption, sharing } from './releases/changes.ts'
import { publication } from './releases/publish.ts'
import { table } from './table.ts'

const MOST = 50
const approvables: readonly Approvable[] = [
  toApprovable(publication),
  toApprovable(sharing),
  toApprovable(resumption),
  toApprovable(keyAddition),
  toApprovable(keyRemoval),
]
const input = z.object({ id: count(2_147_483_647) })
type Decision = { readonly operator: Operator; readonly reason: string | null }

function stateOf({ outcome, decidedBy, expiresAt }: Omit<Approval, 'request'>, now: Date): string {
  if (outcome) return `${outcome} by ${decidedBy}`
  return expiresAt > now ? `open until ${expiresAt.toISOString()}` : 'expired'
}

/** Locks a request that is open, with the change it asks for. Throws `StartupError`. */
async function openRequest(sql: Sql, id: number) {
  const one = await approvalStore(sql).lock(id)
  if (!one) throw cannot(`There is no request ${id}.`)
  const change = approvables.find(({ action }) => action === one.action)
  if (one.outcome) throw cannot(`The request ${id} was ${one.outcome} by ${one.decidedBy}.`)
  if (!change) throw cannot(`The request ${id} is of another version of Kellersonne.`)
  return { one, change }
}

async function list(_: unknown, { db, now }: Job) {
  const rows = (await approvalStore(db).newest(MOST)).map(({ request: _request, ...one }) => ({
    ...{ id: one.id, asked_at: one.askedAt.toISOString(), state: stateOf(one, now) },
    ...{ operator: one.operator, action: one.action, subject: one.subject },
    ...{ before: one.before, after: one.after, reason: one.reason },
  }))
  const shown = rows.map((row) => [
    ...[row.id, row.asked_at, row.state, row.operator, row.action, row.subject],
    ...[JSON.stringify(row.before), JSON.stringify(row.after), row.reason],
  ])
  const columns = ['id', 'asked_at', 'state', 'operator', 'action', 'subject', 'before', 'after', 'reason']
  return { json: rows, text: table(columns, shown) }
}

/** Makes the change that another operator has requested: validated again, once, in the transaction of the approval. */
async function give({ id }: { id: number }, job: Job, { operator, reason }: Decision) {
  return job.db.transaction(async (sql) => {
    const { one, change } = await openRequest(sql, id)
    if (one.operator === operator.name)
      throw cannot(`You have asked for it yourself: somebody else has to approve the request ${id}.`)
    if (one.expiresAt <= job.now)
      throw cannot(`The request ${id} expired at ${one.expiresAt.toISOString()}: ask again.`)
    const record: ChangeJob['record'] = (within, { after, ...recorded }) => {
      const approved = { ...after, approval: id, asked_by: one.operator }
      return auditStore(within).add(
        operator,
        { action: one.action, ...recorded, after: approved },
        reason ?? one.reason,
        job.now,
      )
    }
    const output = await change.work(one.request, { ...job, db: within(job.db, sql), record })
    await approvalStore(sql).decide(id, { outcome: 'given', by: operator.name, at: job.now })
    return output
  })
}

/** Ends a request; also one's own. */
async function refuse({ id }: { id: number }, job: Job, { operator, reason }: Decision) {
  const { one, change } = await job.db.transaction(async (sql) => {
    const found = await openRequest(sql, id)
    const { action, subject, operator: askedBy } = found.one
    await approvalStore(sql).decide(id, { outcome: 'refused', by: operator.name, at: job.now })
    const after = { approval: id, change: action, asked_by: askedBy }
    await auditStore(sql).add(operator, { action: 'approval refuse', subject, after }, reason, job.now)
    return found
  })
  await change.discard(one.request, job)
  return { json: { id }, text: `The request ${id} is refused: ${one.action} ${one.subject} is not done.` }
}

/** `approval`. */
export function approvalCommands(program: Command, context: Context): void {
  const approval = program
    .command('approval')
    .description('changes that a second operator has to approve, if APPROVALS is 2')
  addCommand(approval, context, {
    usage: 'list',
    summary: `the newest ${MOST} requests, and what each would change`,
    input: z.object({}),
    work: list,
  })
  for (const [usage, summary, work] of [
    ['give <id>', 'makes a change that somebody else has asked for', give],
    ['refuse <id>', 'ends a request, or takes back your own', refuse],
  ] as const)
    addOffline(approval, context.print, {
      ...{ usage, summary, options: WHY, input },
      work: (wanted, given) =>
        context.withJob((job) => work(wanted, job, { operator: context.operator, reason: reasonIn(given) })),
    })
}
