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

/**
 * Calls off updates that still wait for units whose owners have changed meanwhile: the new owner agreed to none. Resolves to
 * true if there may be more. Must be called in a transaction.
 */
export async function callOffGivenUp(sql: Sql, at: Date): Promise<boolean> {
  const givenUp = await updateStore(sql).lockGivenUp(AT_ONCE)
  await applyEvents(
    sql,
    givenUp,
    givenUp.map(({ id }) => ({ id, event: { kind: 'cancelled', at } })),
  )
  return givenUp.length === AT_ONCE
}

/** Starts the job that ends updates within seconds of their deadline, or of a change of owners. */
export const openUpdateJob = ({ now, ...deps }: Deps) =>
  openJob({
    ...deps,
    ...{ name: 'updates', pollMs: POLL_MS },
    work: async (sql) => (await endOverdue(sql, now())) || callOffGivenUp(sql, now()),
  })
