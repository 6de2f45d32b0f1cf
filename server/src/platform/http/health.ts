import { getHealth } from '@kellersonne/contract/operations/health'
import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { type Api, mount } from './mount.ts'

const PING_MS = 1000

/** What is wrong with the database, or null. Never waits longer than PING_MS. */
async function databaseFault(db: Db): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(late.resolve, PING_MS, 'no answer')
  const ping = db.row(z.object({ one: z.literal(1) }), 'select 1 as one').then(
    () => null,
    () => 'away',
  )
  const fault = await Promise.race([ping, late.promise])
  clearTimeout(timer)
  return fault
}

type Deps = {
  readonly db: Db
  /** Whether the process has been told to end: it still serves, and wants nobody more. */
  readonly isStopping: () => boolean
  /** What is wrong with the broker; left out where this process has none. */
  readonly brokerFault?: (() => string | null) | undefined
}

/**
 * `notices`: whether this server lives on what other processes say. While the broker is away owners are still
 * served: it is named, and makes nobody unready.
 */
export function health(
  api: Api,
  { db, isStopping, brokerFault }: Deps,
  { notices }: { readonly notices: boolean },
): void {
  mount(api, getHealth, async ({ reply }) => {
    const needed = {
      ...(isStopping() && { process: 'stopping' }),
      database: await databaseFault(db),
      ...(notices && { notices: db.listening() ? null : 'not listening' }),
    }
    const ready = Object.values(needed).every((fault) => fault === null)
    reply.code(ready ? 200 : 503)
    return { ready, parts: { ...needed, ...(brokerFault && { broker: brokerFault() }) } }
  })
}
