import type { CurrentDataList } from '@kellersonne/contract/live/live'
import { HEARTBEAT_MS, toLiveSystems } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { withCurrent } from '@kellersonne/core/live/measured'
import { type SteadySystems, steadySystems } from '@kellersonne/core/live/steady'
import { byPhase } from '@kellersonne/core/systems/systems'
import type { ApiError } from '../../../platform/client/client.ts'

export type LiveState =
  | { status: 'loading' }
  | { status: 'failed'; fault: ApiError; retryAt: Date | null; retry: () => void }
  | {
      status: 'ready'
      systems: readonly LiveSystem[]
      steady: SteadySystems
      receivedAt: Date
      /** cut: the last received values are shown. */
      connection: 'push' | 'polling' | 'cut'
      retry: () => void
    }

export const POLL_MS = 30_000
/** Two heartbeats plus some tolerance: a stream silent for longer is dead. */
export const SILENCE_MS = 2 * HEARTBEAT_MS + 5_000
const LONGEST_PAUSE_MS = 30_000

export type FeedDeps = {
  /**
   * Opens the stream and reads it to its end. Calls `heard` for everything received, including heartbeats, and `data`
   * for data: first all systems, then those that changed. Rejects if the stream cannot be opened or breaks.
   */
  push(on: { onEvent(): void; data(list: CurrentDataList): void }, signal: AbortSignal): Promise<void>
  poll(signal: AbortSignal): Promise<CurrentDataList>
  toFault(cause: unknown): ApiError
  /** The values stored before this page was opened; null if there are none. */
  lastKnown(): { systems: readonly LiveSystem[]; receivedAt: Date } | null
  now(): Date
  /** 0 to 1: jitter, so that not all portals reconnect to a server at once. */
  random(): number
}

/** Back-off before the stream is retried after `failures` in a row, ms. */
export const pauseAfter = (failures: number, random: number) =>
  Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures) * (0.5 + random / 2)

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake)
  })

/** Replaces the systems in `before` by those of `news`; sorted by phase. */
function merged(before: readonly LiveSystem[], news: readonly LiveSystem[]): LiveSystem[] {
  const bySn = new Map([...before, ...news].map((system) => [system.sn, system]))
  return [...bySn.values()].toSorted(byPhase)
}

const steadyOf = (before: SteadySystems | null, systems: readonly LiveSystem[], at: Date) =>
  steadySystems(
    before,
    systems.map((system) => withCurrent(system, at)),
    at,
  )

/**
 * Live values from the event stream; while it is down, from polling: whenever it cannot be opened, and every POLL_MS. Times
 * come from `now`; nothing runs before `start` or after `pause` or `reset`.
 */
export function liveFeed({ push, poll, toFault, lastKnown, now, random }: FeedDeps) {
  let state: LiveState = { status: 'loading' }
  let run = new AbortController()
  let bridge: AbortController | null = null
  let pause = new AbortController()
  /** When the stream is opened again, ms; in the past while it is being opened. */
  let reopensAt = 0
  const watchers = new Set<() => void>()

  function show(next: LiveState) {
    state = next
    for (const notify of watchers) notify()
  }

  function received(systems: readonly LiveSystem[], connection: 'push' | 'polling') {
    const receivedAt = now()
    const before = state.status === 'ready' ? state.steady : null
    const steady = steadyOf(before, systems, receivedAt)
    show({ status: 'ready', systems, steady, receivedAt, connection, retry: start })
  }

  function remembered() {
    const known = lastKnown()
    return known && { ...known, steady: steadyOf(null, known.systems, known.receivedAt) }
  }

  function failed(cause: unknown, retryAt: Date | null) {
    const known = state.status === 'ready' ? state : remembered()
    if (known) show({ status: 'ready', retry: start, ...known, connection: 'cut' })
    else show({ status: 'failed', fault: toFault(cause), retryAt, retry: start })
  }

  /** Reads one stream to its end; resolves to whether it delivered any data. */
  async function watch(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    let came = false
    const onEvent = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    const on = {
      onEvent,
      data(list: CurrentDataList) {
        onEvent()
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

  function nextTry(): Date {
    const at = now().getTime()
    return new Date(reopensAt > at ? reopensAt : at + POLL_MS)
  }

  async function pollUntil(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const list = await poll(signal)
        if (!signal.aborted) received(merged([], toLiveSystems(list)), 'polling')
      } catch (cause) {
        if (!signal.aborted) failed(cause, nextTry())
      }
      if (signal.aborted) return
      pause = new AbortController()
      await sleep(POLL_MS, AbortSignal.any([signal, pause.signal]))
    }
  }

  /** Also polls each time the stream cannot be reopened: the server that answered the last poll may be gone. */
  function pollNow() {
    if (bridge) return pause.abort()
    bridge = new AbortController()
    void pollUntil(bridge.signal)
  }

  /** A stream that ends after delivering data is reopened at once; polling starts only if it cannot be opened. */
  async function follow(signal: AbortSignal) {
    let failures = 0
    while (!signal.aborted) {
      failures = (await watch(signal)) ? 0 : failures + 1
      if (signal.aborted) return
      const wait = pauseAfter(failures, random())
      reopensAt = now().getTime() + wait
      if (failures > 0) pollNow()
      await sleep(wait, signal)
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
    /** Starts, or restarts at once. */
    start,
    /** Pauses while the tab is hidden; keeps the last state. */
    pause: stop,
    /** Pauses while offline, and shows it. */
    cut(cause: unknown) {
      stop()
      failed(cause, null)
    },
    /** Stops and clears all values. */
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
