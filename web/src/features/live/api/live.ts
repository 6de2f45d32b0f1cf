import {
  type CurrentDataList,
  currentDataList,
  getCurrentData,
  watchLive,
} from '@kellersonne/contract/live/live'
import { type ListEntry, systemList } from '@kellersonne/core/systems/systems'
import { useSyncExternalStore } from 'react'
import { ApiError, call, request, toFault } from '../../../platform/client/client.ts'
import { eventReader } from '../../../platform/client/eventStream.ts'
import { serverNow, setServerClock } from '../../../platform/clock/serverClock.ts'
import { isSignedIn, onSessionEnd } from '../../../platform/session.ts'
import { isListConfirmed, keepAccessStatus, keepSystems, useAppState } from '../../../platform/state.ts'
import { forgetLastValues, keepLastValues, lastValues, noteReceivedValues } from './lastValues.ts'
import { type FeedDeps, type LiveState, liveFeed } from './liveFeed.ts'

export type { LiveState } from './liveFeed.ts'

/** API-03: records the status of the last answer. */
async function noted<T>(work: Promise<T>): Promise<T> {
  try {
    const result = await work
    keepAccessStatus(200)
    return result
  } catch (cause) {
    if (cause instanceof ApiError && cause.status !== null) keepAccessStatus(cause.status)
    throw cause
  }
}

/** Sets the server's clock and keeps the values for when the server is unavailable. `all`: of all systems. */
function received(list: CurrentDataList, all: boolean): CurrentDataList {
  const [time] = list.flatMap((entry) => Object.values(entry).map((system) => system.time))
  if (time !== undefined) setServerClock(new Date(time))
  noteReceivedValues(list, all)
  return list
}

const push: FeedDeps['push'] = async ({ onEvent, data }, signal) => {
  const response = await noted(request(watchLive, {}, { signal }))
  const read = eventReader()
  let first = true
  const stream = response.body?.pipeThrough(new TextDecoderStream())
  if (!stream) return
  for await (const chunk of stream) {
    onEvent()
    for (const { event, data: text } of read(chunk)) {
      if (event === 'data') data(received(currentDataList.parse(JSON.parse(text)), first))
      first &&= event !== 'data'
      if (event === 'end') return
    }
  }
}

const poll = async (signal: AbortSignal): Promise<CurrentDataList> =>
  received(await noted(call(getCurrentData, {}, { signal })), true)

/** Requests the current data once; the answer sets the access status (UPD-15). Throws an ApiError. */
export async function askCurrentData(signal: AbortSignal) {
  received(await noted(call(getCurrentData, {}, { signal, saysItself: true })), true)
}

const feed = liveFeed({ push, poll, toFault, lastKnown: lastValues, now: serverNow, random: Math.random })

type Ready = LiveState & { readonly status: 'ready' }
/** True if these are the server's values, not those stored before. */
const isReceived = (state: LiveState): state is Ready =>
  state.status === 'ready' && state.connection !== 'cut'

/**
 * The first values provide the list of systems if they arrive before the call that returns it; later ones the names that
 * were given elsewhere.
 */
feed.subscribe(() => {
  const state = feed.snapshot()
  if (!isReceived(state)) return
  const known = systemList(state.systems.map(({ sn, phase, name }) => ({ sn, phase, name })))
  const { systems } = useAppState.getState()
  if (systems.length === 0 || !isListConfirmed()) keepSystems(known)
  const newest = systems.map((entry) => known.find(({ sn }) => sn === entry.sn) ?? entry)
  if (newest.some((entry, i) => nameIn(entry) !== nameIn(systems[i]))) keepSystems(newest)
})
const nameIn = (entry: ListEntry | undefined) => (entry && 'name' in entry ? entry.name : null) ?? null

/** A hidden page may not get another event before it is closed. */
function rest() {
  feed.pause()
  keepLastValues()
}

/** Runs while the page is visible and online; recovers at once when it is again. */
function attend() {
  if (!isSignedIn()) return
  if (!navigator.onLine) feed.cut(new ApiError('network'))
  else if (document.visibilityState === 'hidden') rest()
  else feed.start()
}

let following = false
/** Starts the session's live values; they end with it. Idempotent. */
export function followLive() {
  if (following || !isSignedIn()) return
  following = true
  for (const event of ['online', 'offline']) window.addEventListener(event, attend)
  document.addEventListener('visibilitychange', attend)
  window.addEventListener('pagehide', keepLastValues)
  onSessionEnd(() => {
    forgetLastValues()
    feed.reset()
  })
  attend()
}

/**
 * Resolves once the current data have arrived or failed, or `signal` aborts; at once if nobody has requested them.
 */
export async function answered(signal: AbortSignal) {
  const isOpen = () =>
    following && useAppState.getState().accessStatus === null && feed.snapshot().status === 'loading'
  if (signal.aborted || !isOpen()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isOpen() || resolve()
  const ends = [useAppState.subscribe(look), feed.subscribe(look)]
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  for (const end of ends) end()
}

/** How long others wait for live values that are on their way. */
const SOON_MS = 5000

/**
 * Resolves to true once live values have arrived, with the list of systems; to false if they fail or take long, if
 * nobody has requested them, or when `signal` aborts.
 */
export async function arriving(signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  function look() {
    const state = feed.snapshot()
    if (!following || state.status !== 'loading') resolve(isReceived(state))
  }
  const end = feed.subscribe(look)
  const over = AbortSignal.any([signal, AbortSignal.timeout(SOON_MS)])
  over.addEventListener('abort', () => resolve(false), { once: true })
  look()
  const came = await promise
  end()
  return came
}

/** Live values of the owner's systems. */
export const useLive = (): LiveState => useSyncExternalStore(feed.subscribe, feed.snapshot)
