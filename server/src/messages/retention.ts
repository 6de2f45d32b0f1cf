import { MOST_EPISODES } from '@kellersonne/core/messages/episodes'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Sql } from '../platform/db/database.ts'
import { openJob } from '../platform/jobs/job.ts'

const POLL_MS = 10 * 60_000
/** Episodes a transaction: a batch with states of the same unit waits no longer than for another batch. */
const PART = 1000

const full = z.object({ system: z.int(), surplus: z.int() })

/** Deletes the oldest episodes of a system that are over; resolves to their number. */
const forget = (sql: Sql, system: number, most: number) =>
  sql.run(
    `delete from episode where (system, code, raised_at) in (
       select system, code, raised_at from episode where system = $1 and resolved_at is not null
       order by resolved_at, code limit $2)`,
    [system, most],
  )

/**
 * Creates a pass over systems with more than `most` episodes. Each call deletes some of the oldest that are over, and
 * resolves to true until the pass is through; the next call then begins another.
 */
export function createForgetting(most = MOST_EPISODES) {
  let from = 0

  return async function forgetSome(sql: Sql): Promise<boolean> {
    const next = await sql.row(
      full,
      `select system, episodes - $2::integer as surplus from episode_total
       where system >= $1 and episodes > $2 order by system limit 1`,
      [from, most],
    )
    if (!next) {
      from = 0
      return false
    }
    const { system, surplus } = next
    // As whoever stores states does: what is folded again meanwhile would count on what is deleted.
    await sql.run('select from latest where system = $1 for no key update', [system])
    const forgotten = await forget(sql, system, Math.min(PART, surplus))
    from = forgotten === PART ? system : system + 1
    return true
  }
}

type Deps = { readonly db: Db; readonly log: FastifyBaseLogger }

/** Starts the job that forgets the oldest episodes of units that have very many. */
export const openForgetting = (deps: Deps) =>
  openJob({ ...deps, name: 'messages', pollMs: POLL_MS, work: createForgetting() })
