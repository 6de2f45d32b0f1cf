import { openFairQueue, type Weighed } from './fair-queue.ts'

/** Bounds in units of work (work.ts). As much as this is written within about 100 ms. It also bounds the refusals in one statement. */
const BATCH = 1000
/** 500 units have a turn in two batches: whoever sends little waits only for those that are being written. */
const LIVE = { batch: BATCH, turn: 4, writers: 2 }
/** A state with few messages is stored in its first turn, one with the most after fifteen. */
const COSTLY = { batch: BATCH, turn: 30, writers: 1 }
/** Smaller, since late readings may take longer. A backlog is stored faster in runs, the readings of a quarter together. */
const BACKLOG = { batch: 500, turn: 100, writers: 1 }
/** How many items of one unit may wait outside its backlog. */
const HELD_ITEMS = 20
/** Only what takes as little as a new reading may wait among the live data of others. */
const LIVE_WORK = 1

/** Counts items by unit. */
function openCounts() {
  const counts = new Map<number, number>()
  return {
    of: (system: number) => counts.get(system) ?? 0,
    add(system: number, more: number) {
      const count = (counts.get(system) ?? 0) + more
      if (count > 0) counts.set(system, count)
      else counts.delete(system)
    },
  }
}

type Counts = ReturnType<typeof openCounts>
type Writers = { free: number }
type Lane<T extends Weighed> = {
  readonly queue: ReturnType<typeof openFairQueue<T>>
  readonly writers: Writers
  /** Items of each unit that are waiting or being written, outside its backlog or in it. */
  readonly held: Counts
}
type Batch<T extends Weighed> = { readonly lane: Lane<T>; readonly waiting: readonly T[] }

/**
 * Queues of items to store, by lanes: live data of many units; what takes longer, such as states, so that it keeps nobody's
 * live data waiting; and whatever one unit has in excess of its share. Batches take units in turn. A unit is in one batch
 * at a time: two would lock the same rows, and all others in the second would have to wait. A unit's readings may overtake
 * its states, of which nothing depends.
 */
export function openWriteQueues<T extends Weighed>() {
  // One for both: the database has another core for live data.
  const others = { free: 1 }
  const held = openCounts()
  const live: Lane<T> = { queue: openFairQueue(LIVE), writers: { free: LIVE.writers }, held }
  const costly: Lane<T> = { queue: openFairQueue(COSTLY), writers: others, held }
  const backlog: Lane<T> = { queue: openFairQueue(BACKLOG), writers: others, held: openCounts() }
  /** The lanes that share a writer, the one that had it last at the end. */
  let inTurn = [costly, backlog]
  const busy = new Set<number>()
  /** Units that missed their turn because live data of theirs was being written: the next is not. */
  const missed = new Set<number>()

  function add(lane: Lane<T>, item: T) {
    lane.held.add(item.item.system, 1)
    lane.queue.add(item)
  }
  function isMissing(system: number) {
    if (busy.has(system)) missed.add(system)
    return busy.has(system)
  }
  function take(lane: Lane<T>): Batch<T> | null {
    if (lane.writers.free === 0) return null
    const waiting = lane.queue.take(
      lane === live ? (system) => !(busy.has(system) || missed.has(system)) : (system) => !isMissing(system),
    )
    if (waiting.length === 0) return null
    lane.writers.free -= 1
    for (const { item } of waiting) {
      busy.add(item.system)
      if (lane !== live) missed.delete(item.system)
    }
    return { lane, waiting }
  }

  return {
    /** Queues a message; returns true if there is a full batch of live data. */
    add(system: number, message: readonly T[]): boolean {
      const isBacklog = backlog.held.of(system) > 0 || held.of(system) + message.length > HELD_ITEMS
      for (const item of message) add(isBacklog ? backlog : item.work > LIVE_WORK ? costly : live, item)
      return live.queue.isFull()
    },
    /** Queues an item of a batch again, behind its unit's backlog. */
    postpone: (item: T) => add(backlog, item),
    /** Returns the next batch to write; null if nothing is waiting or all writers are busy. */
    next(): Batch<T> | null {
      const batch = take(live)
      if (batch) return batch
      for (const lane of inTurn) {
        const other = take(lane)
        if (!other) continue
        inTurn = [...inTurn.filter((one) => one !== lane), lane]
        return other
      }
      return null
    },
    /** Marks a batch as written. */
    done({ lane, waiting }: Batch<T>) {
      lane.writers.free += 1
      for (const { item } of waiting) {
        busy.delete(item.system)
        lane.held.add(item.system, -1)
      }
    },
  }
}
