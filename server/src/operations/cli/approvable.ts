import type { Command } from 'commander'
import type * as z from 'zod/mini'
import { within } from '../../platform/db/within.ts'
import { approvalStore } from '../approvals/store.ts'
import { auditStore, type Change, type Operator, PRODUCT } from '../audit/store.ts'
import {
  addOffline,
  type ChangeJob,
  type CommandOutput,
  type Context,
  cannot,
  type Job,
  reasonIn,
  WHY,
} from './command.ts'

/** How long a request can be approved. */
const APPROVAL_MS = 24 * 3_600_000

type Description<R extends object> = {
  /** The command, as in the audit. */
  readonly action: string
  /** A request as it is stored until it is approved. */
  readonly request: z.ZodMiniType<R>
  /** Resolves to a rehearsed request as it can be stored, without files that may change. */
  readonly keep?: (request: R, job: Job) => Promise<R>
  /** Makes the change in one transaction, and records it. Throws `StartupError` if it cannot be made. */
  readonly work: (request: R, job: ChangeJob) => Promise<CommandOutput>
  /** Deletes what is kept for a request alone that comes to nothing. */
  readonly discard?: (request: R, job: Job) => Promise<void>
}
/** A change of owners' units, for which a second operator may be needed (`APPROVALS`). */
export type Approvable = {
  readonly action: string
  readonly work: (request: unknown, job: ChangeJob) => Promise<CommandOutput>
  readonly discard: (request: unknown, job: Job) => Promise<void>
}

/** A change whose request was stored, and is parsed again. */
export const toApprovable = <R extends object>({
  action,
  request,
  work,
  discard,
}: Description<R>): Approvable => ({
  action,
  work: (stored, job) => work(request.parse(stored), job),
  discard: async (stored, job) => discard?.(request.parse(stored), job),
})

class Rehearsed extends Error {}

/** Makes a change and rolls it back; resolves to the audit entry it would have. */
async function rehearse(
  work: (job: ChangeJob) => Promise<unknown>,
  job: Job,
): Promise<Omit<Change, 'action'>> {
  const recorded: Omit<Change, 'action'>[] = []
  const rehearsal = job.db.transaction(async (sql) => {
    const record = async (_: unknown, change: Omit<Change, 'action'>) => void recorded.push(change)
    await work({ ...job, db: within(job.db, sql), record })
    throw new Rehearsed()
  })
  await rehearsal.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  return recorded[0] ?? { subject: '' }
}

/** Stores a change that a second operator has to approve, once it has been rehearsed. */
async function ask<R extends object>(
  { action, keep, work }: Description<R>,
  wanted: R,
  { job, operator, reason }: { job: Job; operator: Operator; reason: string | null },
): Promise<CommandOutput> {
  const { db, now: at } = job
  const change = await rehearse((rehearsal) => work(wanted, rehearsal), job)
  const request = keep ? await keep(wanted, job) : wanted
  const expiresAt = new Date(at.getTime() + APPROVAL_MS)
  const id = await db.transaction(async (sql) => {
    const store = approvalStore(sql)
    const open = await store.lockOpen(change.subject)
    if (open && open.expiresAt > at)
      throw cannot(
        `${open.operator} has asked for ${open.action} ${open.subject}: request ${open.id} comes first.`,
      )
    if (open) await store.decide(open.id, { outcome: 'expired', by: PRODUCT.name, at })
    const asked = { ...change, action }
    const added = await store.ask({ operator, change: asked, reason, request, at, expiresAt })
    const after = { ...change.after, change: action, approval: added }
    await auditStore(sql).add(operator, { ...change, action: 'approval ask', after }, reason, at)
    return added
  })
  return {
    json: { approval: id, expires_at: expiresAt.toISOString() },
    text: `Nothing has changed yet. Somebody else has to approve it by ${expiresAt.toISOString()}: approval give ${id}`,
  }
}

/** Adds a command whose change needs a second operator if `APPROVALS` requires one. */
export function addApproved<S extends z.ZodMiniObject, R extends object>(
  parent: Command,
  { withJob, print, operator }: Context,
  {
    options = {},
    read,
    change,
    ...rest
  }: {
    readonly usage: string
    readonly summary: string
    readonly options?: Readonly<Record<string, string>>
    readonly input: S
    /** Resolves to what an operator asks for. Throws `StartupError`. */
    readonly read: (input: z.output<S>, job: Job) => Promise<R>
    readonly change: Description<R>
  },
): void {
  addOffline(parent, print, {
    ...rest,
    options: { ...options, ...WHY },
    work: (input, given) =>
      withJob(async (job) => {
        const wanted = await read(input, job)
        const reason = reasonIn(given)
        if (job.approvals > 1) return ask(change, wanted, { job, operator, reason })
        const record: ChangeJob['record'] = (sql, recorded) =>
          auditStore(sql).add(operator, { action: change.action, ...recorded }, reason, job.now)
        return change.work(wanted, { ...job, record })
      }),
  })
}
