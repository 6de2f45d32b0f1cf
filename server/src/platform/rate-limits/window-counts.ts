import { ApiError } from '../http/api-error.ts'

const MINUTE_MS = 60_000
const MAX_KEYS = 100_000

/**
 * Counts by key within a window of `windowMs`, in this process only. All counts start again when the window is over,
 * when the clock was set back, and when there are too many keys.
 */
export function windowCounts(windowMs: number, now: () => Date) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  function current() {
    const at = now().getTime()
    if (at >= windowEnds || windowEnds - at > windowMs || counts.size > MAX_KEYS) {
      counts.clear()
      windowEnds = at + windowMs
    }
    return counts
  }
  return {
    /** Counts one more; returns the new count. */
    add(key: string): number {
      const count = (current().get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    of: (key: string): number => current().get(key) ?? 0,
    /** Returns the seconds until all counts start again. */
    restSeconds: (): number => Math.ceil((windowEnds - now().getTime()) / 1000),
  }
}

/** Limits each key to a number of calls per minute, in this process only. Throws `ApiError` too_many_attempts. */
export function limitPerMinute(calls: number, now: () => Date) {
  const counts = windowCounts(MINUTE_MS, now)
  return (key: string): void => {
    if (counts.add(key) > calls) throw new ApiError('too_many_attempts', { retryAfter: counts.restSeconds() })
  }
}
