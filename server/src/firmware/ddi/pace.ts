import { Refusal } from '../../platform/http/refusal.ts'

const WINDOW_MS = 60_000
const MAX_KEYS = 100_000

/** Lets each key through so often a minute, in this process. Throws too_many_attempts. */
export function pace(perMinute: number, now: () => Date) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  return (key: string): void => {
    const at = now().getTime()
    if (at >= windowEnds || windowEnds - at > WINDOW_MS || counts.size > MAX_KEYS) {
      counts.clear()
      windowEnds = at + WINDOW_MS
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > perMinute)
      throw new Refusal('too_many_attempts', { retryAfter: Math.ceil((windowEnds - at) / 1000) })
  }
}
