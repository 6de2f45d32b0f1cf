import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

/**
 * Resolves with what `look` returns as soon as it no longer throws; `interval` in ms. Rejects with what it threw last. A
 * look that is a call counts towards its limits.
 */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval })
