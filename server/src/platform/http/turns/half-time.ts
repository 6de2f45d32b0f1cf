import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../api-error.ts'

/** `all`: how many may wait; any more are refused. `retryAfter` in seconds. */
type Bounds = { readonly all: number; readonly retryAfter: number }
/** In ms. */
type Clock = { readonly now: () => number; readonly pause: (ms: number) => Promise<unknown> }

const ofProcess: Clock = { now: () => performance.now(), pause }

/**
 * Runs work that blocks the event loop for some ms, one piece at a time, first come, first served. After each piece, the event loop
 * belongs to others for as long as it took, so that at least half of the time is theirs.
 */
export function openHalfTime({ all, retryAfter }: Bounds, clock = ofProcess) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let freeAt = 0

  function work<T>(piece: () => T): T {
    const begun = clock.now()
    try {
      return piece()
    } finally {
      const ended = clock.now()
      freeAt = ended + (ended - begun)
    }
  }
  async function after<T>(former: Promise<unknown>, piece: () => T): Promise<T> {
    await former
    await clock.pause(Math.max(0, freeAt - clock.now()))
    waiting -= 1
    return work(piece)
  }

  return {
    /** Throws `ApiError` unavailable if too many wait: nothing was done then. */
    async run<T>(piece: () => T): Promise<T> {
      if (waiting >= all) throw new ApiError('unavailable', { retryAfter })
      waiting += 1
      const done = after(last, piece)
      last = done.catch(() => undefined)
      return done
    },
  }
}
