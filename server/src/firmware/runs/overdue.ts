import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { applyEvents } from './apply-events.ts'
import { updateStore } from './store.ts'

const AT_ONCE = 200
const POLL_MS = 5000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Interrupts overdue actions; resolves to true if there may be more. Must be called in a transaction. */
export async function endOverdue(sql: Sql, at: Date): Promise<boolean> {
  const overdue = await updateStore(sql).lockOverdueActions(at, AT_ONCE)
  await applyEvents(
    sql,
    overdue,
    overdue.map(({ id }) => ({ id, event: { kind: 'time', at } })),
  )
  return overdue.length === AT_ONCE
}

/** Starts the job that interrupts updates within seconds of their deadline. */
export const openUpdateJob = ({ now, ...deps }: Deps) =>
  openJob({
    ...deps,
    ...{ name: 'updates', pollMs: POLL_MS },
    work: (sql) => endOverdue(sql, now()),
  })
