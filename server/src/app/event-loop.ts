import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Owners and units notice this. Parts of jobs take a fraction of it. */
const BLOCKED_MS = 5000
const WINDOW_MS = 30_000
const NS_PER_MS = 1e6

/** Watches whether the event loop has been blocked in the last half minute or so. */
export function watchEventLoop(blockedMs = BLOCKED_MS) {
  const delays = monitorEventLoopDelay()
  delays.enable()
  let before = 0
  const timer = setInterval(() => {
    before = delays.max
    delays.reset()
  }, WINDOW_MS).unref()
  return {
    /** Returns for how long it was blocked, as a fault; null = it was not. */
    fault(): string | null {
      const ms = Math.max(before, delays.max) / NS_PER_MS
      return ms < blockedMs ? null : `was blocked for ${Math.round(ms / 1000)} s`
    },
    close() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
