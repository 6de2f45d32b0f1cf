/** `work`: what storing it takes, as by `workOf`. */
export type Weighed = { readonly item: { readonly system: number }; readonly work: number }

/**
 * `batch`: the most work in one batch. `turn`: the work a unit gains each time it is its turn; more while so few units are
 * waiting that there would be none left for another of the `writers`.
 */
type Bounds = { readonly batch: number; readonly turn: number; readonly writers: number }
type Queue<T> = { readonly items: T[]; credit: number }

/**
 * Queues of units that take turns by the work in them (deficit round robin): a unit whose items take more waits for more
 * turns. A unit that had nothing waiting has its first turn before the others have another, as in fq_codel (RFC 8290).
 * Each unit's items keep their order.
 */
export function openFairQueue<T extends Weighed>({ batch, turn, writers }: Bounds) {
  const fresh = new Map<number, Queue<T>>()
  /** Also empty ones, until their next turn: whoever sends again before that is not fresh. */
  const queues = new Map<number, Queue<T>>()
  let work = 0

  /** Takes what a unit can afford, as far as there is room for it; the first item of a batch always fits. */
  function afford(queue: Queue<T>, room: number, isFirst: boolean): T[] {
    let end = 0
    let left = room
    for (const item of queue.items) {
      if (item.work > queue.credit || (item.work > left && !(isFirst && end === 0))) break
      queue.credit -= item.work
      left -= item.work
      end += 1
    }
    return queue.items.splice(0, end)
  }

  return {
    add(item: T) {
      const { system } = item.item
      const queue = queues.get(system) ?? fresh.get(system)
      if (queue) queue.items.push(item)
      else fresh.set(system, { items: [item], credit: 0 })
      work += item.work
    },
    /** True if there is a full batch. */
    isFull: () => work >= batch,
    /** Takes the next batch, without units for which `mayTake` returns false: these keep their place. */
    take(mayTake: (system: number) => boolean): T[] {
      const taken: T[] = []
      let room = batch
      const gain = Math.max(turn, (writers * batch) / (fresh.size + queues.size))
      for (const line of [fresh, queues])
        for (const [system, queue] of line) {
          if (room <= 0) break
          const [first] = queue.items
          if (first === undefined) queues.delete(system)
          if (first === undefined || !mayTake(system)) continue
          if (first.work > room && taken.length > 0) break
          line.delete(system)
          queue.credit += gain
          const own = afford(queue, room, taken.length === 0)
          for (const item of own) room -= item.work
          taken.push(...own)
          if (queue.items.length === 0) queue.credit = 0
          // Behind the others; the loop comes to it again if there is room.
          queues.set(system, queue)
        }
      work -= batch - room
      return taken
    },
  }
}
