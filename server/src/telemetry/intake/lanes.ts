/** Items of one batch: also at most how many slots for refusals one statement writes to. */
const LIVE = { batch: 1000, writers: 2 }
/** One at a time: the database has more than one core for what is new. */
const LATE = { batch: 500, writers: 1 }
/** How much of one unit may wait among what others say. */
const LIVE_ITEMS = 20

type Bounds = typeof LIVE
/** `held`: how many items of each unit wait or are being written. */
type Lane<T> = Bounds & { readonly queue: T[]; readonly held: Map<number, number>; writing: number }
type Batch<T> = { readonly lane: Lane<T>; readonly waiting: readonly T[] }

const open = <T>(bounds: Bounds): Lane<T> => ({ ...bounds, queue: [], held: new Map(), writing: 0 })

function hold(held: Map<number, number>, system: number, more: number) {
  const items = (held.get(system) ?? 0) + more
  if (items > 0) held.set(system, items)
  else held.delete(system)
}

/**
 * What waits to be stored, in two lanes: what is new of many units, and what one unit has too much of to wait among
 * them. So a backlog delays its own unit alone.
 */
export function openLanes<T extends { readonly item: { readonly system: number } }>() {
  const live = open<T>(LIVE)
  const late = open<T>(LATE)
  return {
    /** Adds a message; whether there is a batch of what is new. */
    add(system: number, message: readonly T[]): boolean {
      // Behind what is late of it: both would hold the same rows, and whoever is in one batch with it would wait.
      const isLate = late.held.has(system) || (live.held.get(system) ?? 0) + message.length > LIVE_ITEMS
      const lane = isLate ? late : live
      hold(lane.held, system, message.length)
      lane.queue.push(...message)
      return live.queue.length >= live.batch
    },
    /** What is to be written now; null where nothing waits or enough is being written. */
    next(): Batch<T> | null {
      const lane = [live, late].find(({ queue, writing, writers }) => queue.length > 0 && writing < writers)
      if (!lane) return null
      lane.writing += 1
      return { lane, waiting: lane.queue.splice(0, lane.batch) }
    },
    /** A batch has been written. */
    done({ lane, waiting }: Batch<T>) {
      lane.writing -= 1
      for (const { item } of waiting) hold(lane.held, item.system, -1)
    },
  }
}
