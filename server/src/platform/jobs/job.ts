import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Sql } from '../db/database.ts'
import { logUnlessUnavailable } from '../http/send-error.ts'
import { histogram, levels } from '../metrics.ts'

/**
 * Jobs and their advisory locks: only the process that holds a job's lock works on it. Null where the job locks its own
 * rows, so that processes share the work. The database module itself uses 7_341_000 to 7_341_003.
 */
export const locks = {
  forecast: null,
  sealing: null,
  commands: 7_341_011,
  retention: 7_341_013,
  updates: 7_341_016,
  unconfirmed: 7_341_017,
  handovers: 7_341_018,
  secrets: 7_341_019,
  unused: 7_341_020,
  messages: 7_341_021,
  rollout: null,
  weather: null,
  alerts: null,
  findings: null,
  own_rules: null,
} as const
export type JobName = keyof typeof locks

const duration = histogram(
  'job_duration_seconds',
  'Duration of parts of jobs, including those with nothing to do because another process had the lock.',
  ['name', 'outcome'],
  [0.01, 0.1, 1, 10, 60],
)
for (const name of Object.keys(locks))
  for (const outcome of ['failed', 'succeeded']) duration.zero({ name, outcome })
const lastDone = levels(
  'job_last_success_timestamp_seconds',
  'When a job last succeeded; until then, when it started.',
  ['name'],
)

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly name: JobName
  /** A notification on this channel starts the work at once; otherwise it is polled every `pollMs`. */
  readonly channel?: string
  readonly pollMs: number
  /** Does a part of the work in one transaction; resolves to true if there is more. */
  readonly work: (sql: Sql) => Promise<boolean>
  /** Called once the transaction of a part has been committed. */
  readonly onCommitted?: () => void
}

const held = z.object({ held: z.boolean() })

type Running = {
  readonly name: string
  readonly pollMs: number
  /** When it last succeeded, or else began, in ms. */
  since: number
  /** When the part under way began, in ms; null = none. */
  partSince: number | null
}
/** The jobs of this process. */
const running = new Set<Running>()
/** A job that fails is tried again at each poll: the database may be away for a while. */
const STUCK_MS = 30 * 60_000
/** Parts take seconds, and each statement of theirs is bounded: one that takes this long never ends. */
const HANGS_MS = 10 * 60_000

const isStuck = ({ pollMs, since, partSince }: Running, at: number) =>
  at - since > STUCK_MS + 2 * pollMs || (partSince !== null && at - partSince > HANGS_MS)

/** Returns the jobs of this process that have not succeeded for so long that they fail or hang; null = none. */
export function stuckJobs(at: Date): string | null {
  const names = [...running].filter((job) => isStuck(job, at.getTime())).map(({ name }) => name)
  return names.length === 0 ? null : `no success: ${names.join(', ')}`
}

/** Runs a job part by part; failed work is retried at the next poll. */
export function openJob({ db, log, name, channel, pollMs, work, onCommitted }: Deps) {
  const lock = locks[name]
  const own: Running = { name, pollMs, since: Date.now(), partSince: null }
  running.add(own)
  lastDone.setToCurrentTime({ name })
  let woken = false
  let closed = false
  let working: Promise<void> | undefined

  async function measured(part: () => Promise<boolean>) {
    const done = duration.startTimer({ name })
    own.partSince = Date.now()
    const more = await part()
      .catch((error: unknown) => {
        done({ outcome: 'failed' })
        throw error
      })
      .finally(() => {
        own.partSince = null
      })
    done({ outcome: 'succeeded' })
    own.since = Date.now()
    lastDone.setToCurrentTime({ name })
    return more
  }
  const workIfFree = () =>
    db.transaction(async (sql) => {
      if (lock === null) return work(sql)
      const free = await sql.row(held, 'select pg_try_advisory_xact_lock($1) as held', [lock])
      return free?.held === true && work(sql)
    })
  async function committed() {
    const more = await workIfFree()
    onCommitted?.()
    return more
  }
  async function workWhileWoken() {
    while (woken && !closed) {
      woken = false
      while (!closed && (await measured(committed).catch(logged))) await turn()
    }
    working = undefined
  }
  const logFault = logUnlessUnavailable(log)
  const logged = (error: unknown) => {
    logFault(error)
    return false
  }
  function wake() {
    woken = true
    if (!closed) working ??= workWhileWoken()
  }

  const stopListening = channel === undefined ? () => undefined : db.listen(channel, wake, wake)
  const poll = setInterval(wake, pollMs)
  wake()

  return {
    /** Works at once, as a notification makes it. */
    wake,
    /** Waits for the part in progress. */
    async close() {
      closed = true
      running.delete(own)
      stopListening()
      clearInterval(poll)
      await working
    },
  }
}
