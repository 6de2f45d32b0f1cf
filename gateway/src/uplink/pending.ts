import type { Entry } from '../store/outbox.ts'

/** A day of readings, one every ten seconds. */
const MOST = 8640

/** Keeps readings in memory while they cannot be written to disk. */
export function openPending(store: (entry: Entry) => void) {
  let waiting: Entry[] = []
  let dropped = 0
  let reason: string | null = null
  /** Stores what waits. Returns whether nothing waits any more. */
  function flush(): boolean {
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        store(next)
        waiting.shift()
      }
      reason = null
      return true
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
      dropped += Math.max(0, waiting.length - MOST)
      waiting = waiting.slice(-MOST)
      return false
    }
  }
  return {
    /** Stores a reading after all earlier ones. Returns whether it was stored. */
    add(entry: Entry): boolean {
      waiting.push(entry)
      return flush()
    },
    flush,
    waiting: () => waiting.length,
    dropped: () => dropped,
    /** Why the last reading could not be stored; null = it could. */
    reason: () => reason,
  }
}
