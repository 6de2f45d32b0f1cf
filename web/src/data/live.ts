import { type CurrentDataList, currentDataList, getCurrentData, watchLive } from '@kellersonne/contract/live'
import { systemList } from '@kellersonne/core/systems'
import { useSyncExternalStore } from 'react'
import { isSignedIn, onSessionEnd } from '../session.ts'
import { keepAccessStatus, keepSystems, useAppState } from '../state.ts'
import { CallFault, call, request, toFault } from './client.ts'
import { eventReader } from './eventStream.ts'
import { type FeedDeps, type LiveState, liveFeed } from './liveFeed.ts'
import { serverNow, setServerClock } from './serverClock.ts'

export type { LiveState } from './liveFeed.ts'

/** API-03: what the last answer's status was. */
async function noted<T>(work: Promise<T>): Promise<T> {
  try {
    const result = await work
    keepAccessStatus(200)
    return result
  } catch (cause) {
    if (cause instanceof CallFault && cause.status !== null) keepAccessStatus(cause.status)
    throw cause
  }
}

/** Takes the server's clock over. */
function told(list: CurrentDataList): CurrentDataList {
  const [time] = list.flatMap((entry) => Object.values(entry).map((system) => system.time))
  if (time !== undefined) setServerClock(new Date(time))
  return list
}

const push: FeedDeps['push'] = async ({ heard, data }, signal) => {
  const response = await noted(request(watchLive, {}, { signal }))
  const read = eventReader()
  const stream = response.body?.pipeThrough(new TextDecoderStream())
  if (!stream) return
  for await (const chunk of stream) {
    heard()
    for (const { event, data: text } of read(chunk)) {
      if (event === 'data') data(told(currentDataList.parse(JSON.parse(text))))
      if (event === 'end') return
    }
  }
}

const poll = async (signal: AbortSignal): Promise<CurrentDataList> =>
  told(await noted(call(getCurrentData, {}, { signal })))

/** Asks for the current data by itself; the access status is the answer's (UPD-15). Throws a CallFault. */
export async function askCurrentData(signal: AbortSignal) {
  told(await noted(call(getCurrentData, {}, { signal, saysItself: true })))
}

const feed = liveFeed({ push, poll, toFault, now: serverNow, random: Math.random })

/** The list of systems is known with the first values, should they come before the call that gives it. */
feed.subscribe(() => {
  const state = feed.snapshot()
  const missing = useAppState.getState().systems.length === 0
  if (missing && state.status === 'ready') keepSystems(systemList(state.systems))
})

/** Runs while the page is seen and there is a network; recovers at once when either is back. */
function attend() {
  if (!isSignedIn()) return
  if (!navigator.onLine) feed.cut(new CallFault('network'))
  else if (document.visibilityState === 'hidden') feed.pause()
  else feed.start()
}

let following = false
/** Starts the live values of the session; they end with it. Calling it again changes nothing. */
function followLive() {
  if (following || !isSignedIn()) return
  following = true
  for (const event of ['online', 'offline']) window.addEventListener(event, attend)
  document.addEventListener('visibilitychange', attend)
  onSessionEnd(() => feed.reset())
  attend()
}

/** The loader of routes that show live values: starts them while the page is still being loaded. */
export function loader() {
  followLive()
  return null
}

/** What the owner's systems do now. */
export const useLive = (): LiveState => useSyncExternalStore(feed.subscribe, feed.snapshot)
