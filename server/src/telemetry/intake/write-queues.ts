/** `batch`: items per batch, which also bounds the refusal slots one statement writes to. */
const LIVE = { batch: 1000, writers: 2 }
/** One writer: the database has another core for live data. */
const BACKLOG = { batch: 500, writers: 1 }
/** How many items of one unit may wait in the live lane. */
const LIVE_ITEMS = 20
/** How many items of one unit are taken at a time while backlogs of others wait. */
const A_TURN = 100

type Bounds = typeof LIVE
/** `held`: items of each unit that are waiting or being written. */
type Lane = Bounds & { readonly held: Map<number, number>; writing: number }
type Batch<T> = { readonly lane: Lane; readonly waiting: readonly T[] }

const open = (bounds: Bounds): Lane => ({ ...bounds, held: new Map(), writing: 0 })
const isFree = ({ writing, writers }: Lane) => writing < writers

/** Takes up to `most` items of queues in turn; each keeps its order. */
function takeInTurns<T>(queues: Map<number, T[]>, most: number): T[] {
  const taken: T[] = []
  for (const [system, queue] of queues) {
    if (taken.length >= most) break
    queues.delete(system)
    taken.push(...queue.splice(0, Math.min(A_TURN, most - taken.length)))
    // Behind the others; the loop comes to it again if there is room.
    if (queue.length > 0) queues.set(system, queue)
  }
  return taken
}

function hold(held: Map<number, number>, system: number, more: number) {
  const items = (held.get(system) ?? 0) + more
  if (items > 0) held.set(system, items)
  else held.delete(system)
}

/**
 * Queues of items to store: live data of many units, and whatever one unit has in excess of its share. A backlog thus
 * delays only its own unit, and backlogs take turns.
 */
export function openWriteQueues<T extends { readonly item: { readonly system: number } }>() {
  const live = open(LIVE)
  const queue: T[] = []
  const backlog = open(BACKLOG)
  const queues = new Map<number, T[]>()
  function addBacklog(system: number, items: readonly T[]) {
    hold(backlog.held, system, items.length)
    const own = queues.get(system)
    if (own) own.push(...items)
    else queues.set(system, [...items])
  }
  return {
    /** Queues a message; returns true if the live lane has a full batch. */
    add(system: number, message: readonly T[]): boolean {
      // Queues behind the unit's own backlog: both lock the same rows, and the rest of the batch would have to wait.
      const isBacklog = backlog.held.has(system) || (live.held.get(system) ?? 0) + message.length > LIVE_ITEMS
      if (isBacklog) addBacklog(system, message)
      else {
        hold(live.held, system, message.length)
        queue.push(...message)
      }
      return queue.length >= live.batch
    },
    /** Queues an item of a batch again, behind its unit's backlog. */
    postpone: (item: T) => addBacklog(item.item.system, [item]),
    /** Returns the next batch to write; null if nothing is waiting or all writers are busy. */
    next(): Batch<T> | null {
      if (queue.length > 0 && isFree(live)) {
        live.writing += 1
        return { lane: live, waiting: queue.splice(0, live.batch) }
      }
      if (queues.size === 0 || !isFree(backlog)) return null
      backlog.writing += 1
      return { lane: backlog, waiting: takeInTurns(queues, backlog.batch) }
    },
    /** Marks a batch as written. */
    done({ lane, waiting }: Batch<T>) {
      lane.writing -= 1
      for (const { item } of waiting) hold(lane.held, item.system, -1)
    },
  }
}
