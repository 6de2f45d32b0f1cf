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
  /** `abandoned` is aborted when the delivery must end, whether for others or because the process does. */
  readonly deliver: (item: Item, settle: Settle, abandoned: AbortSignal) => Promise<void>
  /**
   * A delivery that takes longer makes room in its lane. `most` of these go on at once; beyond that, the oldest is
   * abandoned. By default all keep their room.
   */
  readonly slow?: { readonly afterMs: number; readonly most: number }
  /** Called some seconds after `close`, for what does not heed the signal. */
  readonly abandon?: () => void
}

const POLL_MS = 5000
const RETRY_MS = 1000
/** How long deliveries in progress may take once the process is shutting down. */
const PATIENCE_MS = 5000

/** Delivers what waits in a table as soon as it is added or due; processes share the work by leases. */
export function openOutbox<Lane, Item>(outbox: Outbox<Lane, Item>) {
  const { db, log, channel, lanes, parallel, take, deliver, slow, abandon } = outbox
  const inProgress = new Map(lanes.map((lane) => [lane, new Set<Promise<void>>()]))
  /** The slow ones of all lanes, the oldest first. */
  const slowOnes = new Map<Promise<void>, AbortController>()
  const abandoning = new Set<AbortController>()
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
      const own = new AbortController()
      abandoning.add(own)
      const timer = slow && setTimeout(() => makeRoom(deliveries, delivery, own), slow.afterMs).unref()
      const delivery = deliver(item, settle, own.signal)
        .catch(logUnlessUnavailable(log))
        .finally(() => {
          clearTimeout(timer)
          abandoning.delete(own)
          slowOnes.delete(delivery)
          deliveries.delete(delivery)
          wake()
        })
      deliveries.add(delivery)
    }
  }

  function makeRoom(deliveries: Set<Promise<void>>, delivery: Promise<void>, own: AbortController) {
    deliveries.delete(delivery)
    slowOnes.set(delivery, own)
    const tooMany = Math.max(0, slowOnes.size - (slow?.most ?? 0))
    for (const oldest of [...slowOnes.values()].slice(0, tooMany)) oldest.abort()
    wake()
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
        for (const one of abandoning) one.abort()
        abandon?.()
      }, PATIENCE_MS)
      await taking
      await Promise.all([...inProgress.values(), slowOnes.keys()].flatMap((deliveries) => [...deliveries]))
      clearTimeout(patience)
    },
  }
}
