import { getHealth } from '@kellersonne/contract/operations/health'
import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { type Api, mount } from './mount.ts'
import { withOwnTurns } from './turns/fair-queue.ts'

const PING_MS = 1000
const writable = z.object({ writable: z.boolean() })

/** Resolves to what is wrong with the database, or null, after PING_MS at the latest. */
export async function databaseFault(db: Pick<Db, 'row'>): Promise<string | null> {
  const noAnswer = Promise.withResolvers<string>()
  const timer = setTimeout(noAnswer.resolve, PING_MS, 'no answer')
  const ping = db.row(writable, `select current_setting('transaction_read_only') = 'off' as writable`).then(
    (row) => (row?.writable === true ? null : 'read-only'),
    () => 'away',
  )
  const fault = await Promise.race([ping, noAnswer.promise])
  clearTimeout(timer)
  return fault
}

type Deps = {
  readonly db: Db
  /** True while draining: still serving, but should get no new traffic. */
  readonly isStopping: () => boolean
  /** Absent if this process does not receive what units send. */
  readonly ingestFaults?: IngestFaults | undefined
}

/** Each returns what is wrong with receiving or storing units' data; null = nothing. */
export type IngestFaults = { readonly broker: () => string | null; readonly storing: () => string | null }

/**
 * `notices`: whether this server depends on notifications of other processes. If the broker is unavailable, or units'
 * data cannot be stored, owners are still served: it is reported, but does not make the server unready.
 */
export function health(
  api: Api,
  { db, isStopping, ingestFaults }: Deps,
  { notices }: { readonly notices: boolean },
): void {
  // A load balancer whose network is flooding us still gets an answer at once.
  mount(
    api,
    getHealth,
    withOwnTurns(async ({ reply }) => {
      const needed = {
        ...(isStopping() && { process: 'stopping' }),
        database: await databaseFault(db),
        ...(notices && { notices: db.listening() ? null : 'not listening' }),
      }
      const ready = Object.values(needed).every((fault) => fault === null)
      reply.code(ready ? 200 : 503)
      const ingest = ingestFaults && { broker: ingestFaults.broker(), storing: ingestFaults.storing() }
      return { ready, parts: { ...needed, ...ingest } }
    }),
  )
}
