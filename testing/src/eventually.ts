import { vi } from 'vitest'
import { TEST_TIMEOUT_MS } from './patience.ts'

/**
 * Resolves to the result of `look` as soon as it no longer throws; `interval` in ms. Rejects with its last error. A
 * `look` that makes a request counts towards the rate limits.
 */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: TEST_TIMEOUT_MS, interval })
