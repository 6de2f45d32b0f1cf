import { ApiError } from '../../platform/http/api-error.ts'
import { windowCounts } from '../../platform/rate-limits/window-counts.ts'

const WINDOW_MS = 60_000

/** Limits each key to a number of calls per minute in this process. Throws `ApiError` too_many_attempts. */
export function createRateLimit(perMinute: number, now: () => Date) {
  const counts = windowCounts(WINDOW_MS, now)
  return (key: string): void => {
    if (counts.add(key) > perMinute)
      throw new ApiError('too_many_attempts', { retryAfter: counts.restSeconds() })
  }
}
