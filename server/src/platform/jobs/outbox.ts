import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailableError, type Db } from '../db/database.ts'
import { logUnlessUnavailable } from '../http/send-error.ts'

/** Stores an outcome; retried while the database is unavailable, as what was sent would otherwise be sent twice. */
export type Settle = (work: () => Promise<unknown>) => Promise<void>

type Outbox<Lane, Item> = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  /** Notified by the database when something is added. */
  readonly channel: string
  /** Each has its own limit, so that a slow receiver does not keep the others waiting. */
  readonly lanes: readonly Lane[]
  /** The most that is delivered at once in each lane. */
  readonly parallel: number
  /** Leases at most `most` items that are due. */
  readonly take: (lane: Lane, most: number) => Promise<readonly Item[]>
  readonly deliver: (item: Item, settle: Settle) => Promise<void>
  /** Breaks off deliveries that are still in progress some seconds after `close`. */
  readonly abandon: () => void
}

const POLL_MS = 5000
const RETRY_MS = 1000
/** How long deliveries in progress may take once the process is shutting down. */
const PATIENCE_MS = 5000

/** Delivers what waits in a table as soon as it is added or due; processes share the work by leases. */
export function openOutbox<Lane, Item>(outbox: Outbox<Lane, Item>) {
  const { db, log, channel, lanes, parallel, take, deliver, abandon } = outbox
  const inProgress = new Map(lanes.map((lane) => [lane, new Set<Promise<void>>()]))
  let taking: Promise<void> | undefined
  let woken = false
  let closed = false
  let abandoned = false

  async function settle(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || abandoned) throw error
      await pause(RETRY_MS)
      await settle(work)
    }
  }

  async function fill(lane: Lane, deliveries: Set<Promise<void>>) {
    const free = parallel - deliveries.size
    for (const item of free > 0 ? await take(lane, free) : []) {
      const delivery = deliver(item, settle)
        .catch(logUnlessUnavailable(log))
        .finally(() => {
          deliveries.delete(delivery)
          wake()
        })
      deliveries.add(delivery)
    }
  }

  async function takeWhileWoken() {
    while (woken && !closed) {
      woken = false
      for (const [lane, deliveries] of inProgress)
        await fill(lane, deliveries).catch(logUnlessUnavailable(log))
    }
    taking = undefined
  }

  function wake() {
    woken = true
    if (!closed) taking ??= takeWhileWoken()
  }

  const stopListening = db.listen(channel, wake, wake)
  const poll = setInterval(wake, POLL_MS)
  wake()

  return {
    /** Waits some seconds for deliveries in progress. */
    async close() {
      closed = true
      stopListening()
      clearInterval(poll)
      const patience = setTimeout(() => {
        abandoned = true
        abandon()
      }, PATIENCE_MS)
      await taking
      await Promise.all([...inProgress.values()].flatMap((deliveries) => [...deliveries]))
      clearTimeout(patience)
    },
  }
}
