import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../platform/db/database.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import { statesAfter } from '../telemetry/readings/states.ts'
import { statesAround } from '../telemetry/readings/states-around.ts'
import { updateEpisodes } from './update-episodes.ts'

/** States per transaction: ingest waits for it no longer than for another batch. */
const PAGE = 500
const RETRY_MS = 2000

const backlog = z.object({ system: z.int(), until: z.string() })

/** Processes some of the states stored before episodes were introduced; false if none are left. */
export const processSome = (db: Pick<Db, 'transaction'>): Promise<boolean> =>
  db.transaction(async (sql) => {
    const next = await sql.row(
      backlog,
      'select system, done_until::text as until from episode_backlog order by system limit 1 for update skip locked',
    )
    if (!next) return false
    const { system, until } = next
    await sql.run('select from latest where system = $1 for no key update', [system])
    const states = await statesAfter(sql, system, until, PAGE)
    const last = states.at(-1)
    if (!last) await sql.run('delete from episode_backlog where system = $1', [system])
    else {
      await updateEpisodes(sql, await statesAround(sql, states), { refoldAll: true })
      await sql.run('update episode_backlog set done_until = $2 where system = $1', [system, last.at])
    }
    return true
  })

/** Processes all of them in the background; `close` stops that. */
export function openBacklog(db: Pick<Db, 'transaction'>, log: FastifyBaseLogger) {
  const closing = new AbortController()
  async function followAll() {
    while (!closing.signal.aborted) {
      const more = await processSome(db).catch((error: unknown) => {
        logUnlessUnavailable(log)(error)
        return pause(RETRY_MS, true, { signal: closing.signal }).catch(() => false)
      })
      if (!more) return
    }
  }
  const following = followAll()
  return {
    async close(): Promise<void> {
      closing.abort()
      await following
    },
  }
}
