/** `batch`: items per batch, which also bounds the refusal slots one statement writes to. */
const LIVE = { batch: 1000, writers: 2 }
/** One writer: the database has another core for live data. */
const BACKLOG = { batch: 500, writers: 1 }
/** How many items of one unit may wait in the live lane. */
const LIVE_ITEMS = 20

type Bounds = typeof LIVE
/** `held`: items of each unit that are waiting or being written. */
type Lane<T> = Bounds & { readonly queue: T[]; readonly held: Map<number, number>; writing: number }
type Batch<T> = { readonly lane: Lane<T>; readonly waiting: readonly T[] }

const open = <T>(bounds: Bounds): Lane<T> => ({ ...bounds, queue: [], held: new Map(), writing: 0 })

function hold(held: Map<number, number>, system: number, more: number) {
  const items = (held.get(system) ?? 0) + more
  if (items > 0) held.set(system, items)
  else held.delete(system)
}

/**
 * Two queues of items to store: live data of many units, and whatever one unit has in excess of its share. A backlog
 * thus delays only its own unit.
 */
export function openWriteQueues<T extends { readonly item: { readonly system: number } }>() {
  const live = open<T>(LIVE)
  const backlog = open<T>(BACKLOG)
  return {
    /** Queues a message; returns true if the live lane has a full batch. */
    add(system: number, message: readonly T[]): boolean {
      // Queues behind the unit's own backlog: both lock the same rows, and the rest of the batch would have to wait.
      const isBacklog = backlog.held.has(system) || (live.held.get(system) ?? 0) + message.length > LIVE_ITEMS
      const lane = isBacklog ? backlog : live
      hold(lane.held, system, message.length)
      lane.queue.push(...message)
      return live.queue.length >= live.batch
    },
    /** Queues an item of a batch again, behind all backlogs. */
    postpone(item: T) {
      hold(backlog.held, item.item.system, 1)
      backlog.queue.push(item)
    },
    /** Returns the next batch to write; null if nothing is waiting or all writers are busy. */
    next(): Batch<T> | null {
      const lane = [live, backlog].find(
        ({ queue, writing, writers }) => queue.length > 0 && writing < writers,
      )
      if (!lane) return null
      lane.writing += 1
      return { lane, waiting: lane.queue.splice(0, lane.batch) }
    },
    /** Marks a batch as written. */
    done({ lane, waiting }: Batch<T>) {
      lane.writing -= 1
      for (const { item } of waiting) hold(lane.held, item.system, -1)
    },
  }
}
