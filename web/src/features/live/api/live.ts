import {
  type CurrentDataList,
  currentDataList,
  getCurrentData,
  watchLive,
} from '@kellersonne/contract/live/live'
import { systemList } from '@kellersonne/core/systems/systems'
import { useSyncExternalStore } from 'react'
import { ApiError, call, request, toFault } from '../../../platform/client/client.ts'
import { eventReader } from '../../../platform/client/eventStream.ts'
import { serverNow, setServerClock } from '../../../platform/clock/serverClock.ts'
import { isSignedIn, onSessionEnd } from '../../../platform/session.ts'
import { keepAccessStatus, keepSystems, useAppState } from '../../../platform/state.ts'
import { forgetLastValues, heardValues, keepLastValues, lastValues } from './lastValues.ts'
import { type FeedDeps, type LiveState, liveFeed } from './liveFeed.ts'

export type { LiveState } from './liveFeed.ts'

/** API-03: what the last answer's status was. */
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

/** Takes the server's clock over, and the values for when the server is away. `all`: of every system. */
function told(list: CurrentDataList, all: boolean): CurrentDataList {
  const [time] = list.flatMap((entry) => Object.values(entry).map((system) => system.time))
  if (time !== undefined) setServerClock(new Date(time))
  heardValues(list, all)
  return list
}

const push: FeedDeps['push'] = async ({ heard, data }, signal) => {
  const response = await noted(request(watchLive, {}, { signal }))
  const read = eventReader()
  let first = true
  const stream = response.body?.pipeThrough(new TextDecoderStream())
  if (!stream) return
  for await (const chunk of stream) {
    heard()
    for (const { event, data: text } of read(chunk)) {
      if (event === 'data') data(told(currentDataList.parse(JSON.parse(text)), first))
      first &&= event !== 'data'
      if (event === 'end') return
    }
  }
}

const poll = async (signal: AbortSignal): Promise<CurrentDataList> =>
  told(await noted(call(getCurrentData, {}, { signal })), true)

/** Asks for the current data by itself; the access status is the answer's (UPD-15). Throws an ApiError. */
export async function askCurrentData(signal: AbortSignal) {
  told(await noted(call(getCurrentData, {}, { signal, saysItself: true })), true)
}

const feed = liveFeed({ push, poll, toFault, lastKnown: lastValues, now: serverNow, random: Math.random })

/** The list of systems is known with the first values, should they come before the call that gives it. */
feed.subscribe(() => {
  const state = feed.snapshot()
  const missing = useAppState.getState().systems.length === 0
  if (missing && state.status === 'ready') keepSystems(systemList(state.systems))
})

/** A page that nobody looks at may not be asked again before it ends. */
function rest() {
  feed.pause()
  keepLastValues()
}

/** Runs while the page is seen and there is a network; recovers at once when either is back. */
function attend() {
  if (!isSignedIn()) return
  if (!navigator.onLine) feed.cut(new ApiError('network'))
  else if (document.visibilityState === 'hidden') rest()
  else feed.start()
}

let following = false
/** Starts the live values of the session; they end with it. Calling it again changes nothing. */
function followLive() {
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

/** The loader of routes that show live values: starts them while the page is still being loaded. */
export function loader() {
  followLive()
  return null
}

/**
 * Resolves once the current data have been answered, or cannot be had, or `signal` ends; at once where nobody
 * has asked for them.
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

/** What the owner's systems do now. */
export const useLive = (): LiveState => useSyncExternalStore(feed.subscribe, feed.snapshot)
