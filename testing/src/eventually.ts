import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

const LOOK_MS = 20

/** Resolves with what `look` returns as soon as it no longer throws. Rejects with what it threw last. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: LOOK_MS })
