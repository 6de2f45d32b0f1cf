import { next } from '@kellersonne/core/control/commands'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../platform/db/database.ts'
import { openJob } from '../platform/jobs/job.ts'
import { announceSystems } from '../telemetry/readings/system-changed.ts'
import { COMMAND_ISSUED, commandStore, progressOf, type StoredCommand } from './store.ts'

const AT_ONCE = 200
const POLL_MS = 1000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Returns a command's progress as of `at`, timed out if it is overdue. */
export const afterTime = (command: StoredCommand, at: Date) =>
  next(command.name, progressOf(command), { kind: 'time', at })

/** Times out overdue commands and notifies listeners; resolves to true if there may be more. Needs a transaction. */
export async function endOverdue(sql: Sql, now: Date): Promise<boolean> {
  const store = commandStore(sql)
  const overdue = await store.lockOverdueCommands(now, AT_ONCE)
  if (overdue.length === 0) return false
  await store.save(
    overdue.map((one) => ({ id: one.id, progress: afterTime(one, now), outcomes: one.outcomes })),
  )
  await announceSystems(
    sql,
    overdue.map(({ system }) => system),
  )
  return overdue.length === AT_ONCE
}

/** Starts the job that times out commands within a second. */
export const openOverdueJob = ({ now, ...deps }: Deps) =>
  openJob({
    ...deps,
    ...{ name: 'commands', channel: COMMAND_ISSUED, pollMs: POLL_MS },
    work: (sql) => endOverdue(sql, now()),
  })
