import { getHealth } from '@kellersonne/contract/operations/health'
import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { type Api, mount } from './mount.ts'
import { withOwnTurns } from './turns/fair-queue.ts'

const PING_MS = 1000
/** Far less than load balancers pause between two questions. */
const KEPT_MS = 250
const writable = z.object({ writable: z.boolean() })

/**
 * Returns a function that resolves to what is wrong with the database, or null, after PING_MS at the latest. It asks the database
 * once for all who call meanwhile, and not more often than every KEPT_MS: anybody may call, and each question takes a connection.
 */
export function openDatabaseCheck(db: Pick<Db, 'row'>, clock: () => number = () => performance.now()) {
  let asked: { readonly at: number; readonly answer: Promise<string | null> } | undefined
  let isPending = false

  const ping = () => {
    isPending = true
    return db
      .row(writable, `select current_setting('transaction_read_only') = 'off' as writable`)
      .then(
        (row) => (row?.writable === true ? null : 'read-only'),
        () => 'away',
      )
      .finally(() => {
        isPending = false
      })
  }

  return async function databaseFault(): Promise<string | null> {
    if (!asked || (!isPending && clock() - asked.at >= KEPT_MS)) asked = { at: clock(), answer: ping() }
    const noAnswer = Promise.withResolvers<string>()
    const timer = setTimeout(noAnswer.resolve, PING_MS, 'no answer')
    const fault = await Promise.race([asked.answer, noAnswer.promise])
    clearTimeout(timer)
    return fault
  }
}

type Deps = {
  readonly db: Db
  /** True while draining: still serving, but should get no new traffic. */
  readonly isStopping: () => boolean
  /** What is wrong with parts that owners can do without. */
  readonly othersAtFault?: (() => Promise<Faults>) | undefined
}

/** What is wrong with each part; null = nothing. */
export type Faults = Readonly<Record<string, string | null>>

/**
 * `notices`: whether this server depends on notifications of other processes. What owners can do without, such as the
 * broker, is reported, but does not make the server unready.
 */
export function health(
  api: Api,
  { db, isStopping, othersAtFault }: Deps,
  { notices }: { readonly notices: boolean },
): void {
  const databaseFault = openDatabaseCheck(db)
  // A load balancer whose network is flooding us still gets an answer at once.
  mount(
    api,
    getHealth,
    withOwnTurns(async ({ reply }) => {
      const needed = {
        ...(isStopping() && { process: 'stopping' }),
        database: await databaseFault(),
        ...(notices && { notices: db.listening() ? null : 'not listening' }),
      }
      const ready = Object.values(needed).every((fault) => fault === null)
      reply.code(ready ? 200 : 503)
      return { ready, parts: { ...needed, ...(await othersAtFault?.()) } }
    }),
  )
}
