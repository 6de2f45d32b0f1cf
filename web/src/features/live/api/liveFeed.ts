import type { CurrentDataList } from '@kellersonne/contract/live/live'
import { HEARTBEAT_MS, toLiveSystems } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { ApiError } from '../../../platform/client/client.ts'

export type LiveState =
  | { status: 'loading' }
  | { status: 'failed'; fault: ApiError; retryAt: Date | null; retry: () => void }
  | {
      status: 'ready'
      systems: readonly LiveSystem[]
      receivedAt: Date
      /** cut: what is shown is the last that came. */
      connection: 'push' | 'polling' | 'cut'
      retry: () => void
    }

export const POLL_MS = 30_000
/** Two heartbeats and some patience: a push silent for longer is dead. */
export const SILENCE_MS = 2 * HEARTBEAT_MS + 5_000
const LONGEST_PAUSE_MS = 30_000

export type FeedDeps = {
  /**
   * Opens the push and reads it to its end. Calls `heard` for whatever comes, a heartbeat too, and `data` for
   * data: all systems first, then those that changed. Rejects when it cannot be opened or breaks.
   */
  push(on: { heard(): void; data(list: CurrentDataList): void }, signal: AbortSignal): Promise<void>
  poll(signal: AbortSignal): Promise<CurrentDataList>
  toFault(cause: unknown): ApiError
  /** What was known before this page was opened; null where nothing was. */
  lastKnown(): { systems: readonly LiveSystem[]; receivedAt: Date } | null
  now(): Date
  /** 0 to 1, so that many portals do not come back to a server all at once. */
  random(): number
}

/** How long to wait before the push is tried again after `failures` in a row, ms. */
export const pauseAfter = (failures: number, random: number) =>
  Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures) * (0.5 + random / 2)

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const wake = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', wake, { once: true })
  })

/** `before`, with those of `news` in their place; by phase. */
function merged(before: readonly LiveSystem[], news: readonly LiveSystem[]): LiveSystem[] {
  const bySn = new Map([...before, ...news].map((system) => [system.sn, system]))
  return [...bySn.values()].toSorted((a, b) => a.phase - b.phase || (a.sn < b.sn ? -1 : 1))
}

/**
 * Live values by push; while push is cut, by polling, at once and then every POLL_MS, until it is back. Times
 * come from `now`; nothing runs before `start` and after `pause` or `reset`.
 */
export function liveFeed({ push, poll, toFault, lastKnown, now, random }: FeedDeps) {
  let state: LiveState = { status: 'loading' }
  let run = new AbortController()
  let bridge: AbortController | null = null
  const watchers = new Set<() => void>()

  function show(next: LiveState) {
    state = next
    for (const tell of watchers) tell()
  }

  function received(systems: readonly LiveSystem[], connection: 'push' | 'polling') {
    show({ status: 'ready', systems, receivedAt: now(), connection, retry: start })
  }

  function failed(cause: unknown, retryAt: Date | null) {
    const known = state.status === 'ready' ? state : lastKnown()
    if (known) show({ status: 'ready', retry: start, ...known, connection: 'cut' })
    else show({ status: 'failed', fault: toFault(cause), retryAt, retry: start })
  }

  /** Reads one push to its end; whether any data came by it. */
  async function watch(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    let came = false
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    const on = {
      heard,
      data(list: CurrentDataList) {
        heard()
        bridge?.abort()
        bridge = null
        const before = came && state.status === 'ready' ? state.systems : []
        came = true
        received(merged(before, toLiveSystems(list)), 'push')
      },
    }
    try {
      await push(on, AbortSignal.any([signal, silence.signal]))
      return came
    } catch {
      return came && !silence.signal.aborted
    } finally {
      clearTimeout(timer)
    }
  }

  async function pollUntil(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const list = await poll(signal)
        if (!signal.aborted) received(merged([], toLiveSystems(list)), 'polling')
      } catch (cause) {
        if (!signal.aborted) failed(cause, new Date(now().getTime() + POLL_MS))
      }
      await sleep(POLL_MS, signal)
    }
  }

  function startPolling() {
    if (bridge) return
    bridge = new AbortController()
    void pollUntil(bridge.signal)
  }

  /** A push that ends after data is opened again at once; only one that cannot be had is bridged by polling. */
  async function follow(signal: AbortSignal) {
    let failures = 0
    while (!signal.aborted) {
      failures = (await watch(signal)) ? 0 : failures + 1
      if (signal.aborted) return
      if (failures > 0) startPolling()
      await sleep(pauseAfter(failures, random()), signal)
    }
  }

  function stop() {
    run.abort()
    bridge?.abort()
    bridge = null
  }

  function start() {
    stop()
    run = new AbortController()
    if (state.status === 'failed') show({ status: 'loading' })
    void follow(run.signal)
  }

  return {
    /** Begins, or begins anew at once. */
    start,
    /** Rests while nobody looks; keeps what is shown. */
    pause: stop,
    /** Rests because there is no network, and says so. */
    cut(cause: unknown) {
      stop()
      failed(cause, null)
    },
    /** Forgets everything. */
    reset() {
      stop()
      show({ status: 'loading' })
    },
    snapshot: () => state,
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
