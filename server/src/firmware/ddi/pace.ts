import { windowCounts } from '../../platform/attempts/window-counts.ts'
import { Refusal } from '../../platform/http/refusal.ts'

const WINDOW_MS = 60_000

/** Lets each key through so often a minute, in this process. Throws too_many_attempts. */
export function pace(perMinute: number, now: () => Date) {
  const counts = windowCounts(WINDOW_MS, now)
  return (key: string): void => {
    if (counts.add(key) > perMinute)
      throw new Refusal('too_many_attempts', { retryAfter: counts.restSeconds() })
  }
}
