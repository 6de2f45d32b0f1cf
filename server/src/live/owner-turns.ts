import type { OwnedSystem } from '../systems/store.ts'

/** How many systems are read at once, and how many of one owner are among them. */
const MOST = 200
const SHARE = 20
/** How long an owner whose systems cannot be read, or not in time, rests: twice as long each time, up to `LONGEST_REST_MS`. */
const REST_MS = 1000
const LONGEST_REST_MS = 60_000

/** Changed systems of some owners, to be read at once: each system once, as what is read of it is for one owner. */
export type Batch = ReadonlyMap<string, readonly OwnedSystem[]>

/** Includes `since`: two consecutive owners of a system see different data. Likewise before and after a new name. */
export const keyOf = ({ id, since, name }: OwnedSystem) => `${id} ${since.getTime()} ${name}`

/**
 * Queues the systems that changed, by owner. Owners take turns, and one whose systems take the database too long is read
 * alone and ever more seldom, so that nobody else waits for them; likewise one whose systems cannot be read. `now`: monotonic, in ms.
 */
export function createOwnerTurns(now: () => number) {
  const pending = new Map<string, Map<string, OwnedSystem>>()
  /** Owners in a batch that is being read, or waits to be. Their batches must not overtake each other. */
  const held = new Set<string>()
  const halves: Batch[] = []
  const slow = new Map<string, { failures: number; until: number }>()
  /** The slow owner who is being read. */
  let alone: string | null = null

  function add(owner: string, system: OwnedSystem) {
    const own = pending.get(owner) ?? new Map<string, OwnedSystem>()
    pending.set(owner, own.set(keyOf(system), system))
  }
  function take(owner: string, own: Map<string, OwnedSystem>, most: number, ids: Set<number>): OwnedSystem[] {
    const taken: OwnedSystem[] = []
    for (const [key, system] of own) {
      if (taken.length >= most) break
      if (ids.has(system.id)) continue
      ids.add(system.id)
      taken.push(system)
      own.delete(key)
    }
    // Behind the others.
    pending.delete(owner)
    if (own.size > 0) pending.set(owner, own)
    if (taken.length > 0) held.add(owner)
    return taken
  }
  function takeShares(): Batch {
    const batch = new Map<string, OwnedSystem[]>()
    const ids = new Set<number>()
    for (const [owner, own] of [...pending]) {
      const room = Math.min(SHARE, MOST - ids.size)
      if (room === 0) break
      if (held.has(owner) || slow.has(owner)) continue
      const systems = take(owner, own, room, ids)
      if (systems.length > 0) batch.set(owner, systems)
    }
    return batch
  }
  function takeSlow(): Batch {
    for (const [owner, own] of pending) {
      const rest = slow.get(owner)
      if (!rest || held.has(owner) || rest.until > now()) continue
      alone = owner
      return new Map([[owner, take(owner, own, SHARE, new Set())]])
    }
    return new Map()
  }
  function release(batch: Batch) {
    for (const owner of batch.keys()) {
      held.delete(owner)
      if (alone === owner) alone = null
    }
  }
  function putBack(batch: Batch) {
    release(batch)
    for (const [owner, systems] of batch) for (const system of systems) add(owner, system)
  }

  return {
    add,
    /** Returns what to read next; null if there is nothing. It must be settled by one of the functions below. */
    next(): Batch | null {
      const batch = halves.pop() ?? takeShares()
      if (batch.size > 0) return batch
      const last = alone === null ? takeSlow() : new Map()
      return last.size > 0 ? last : null
    },
    /** Settles a batch that was read. */
    done(batch: Batch) {
      release(batch)
      for (const owner of batch.keys()) slow.delete(owner)
    },
    /** Queues a batch again that could not be read because the database is away. */
    putBack,
    /** Queues a batch again that itself is at fault; returns how many ms its owner rests, 0 if it has several, who are divided. */
    failed(batch: Batch): number {
      const owners = [...batch]
      if (owners.length > 1) {
        const middle = owners.length / 2
        halves.push(new Map(owners.slice(0, middle)), new Map(owners.slice(middle)))
        return 0
      }
      putBack(batch)
      const [[owner] = ['']] = owners
      const failures = (slow.get(owner)?.failures ?? 0) + 1
      const rest = Math.min(LONGEST_REST_MS, REST_MS * 2 ** (failures - 1))
      slow.set(owner, { failures, until: now() + rest })
      return rest
    },
  }
}
