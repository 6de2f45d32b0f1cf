import * as z from 'zod/mini'
import { isOrphaned, isSignedIn, sessionOwner } from './session.ts'
import { useAppState } from './state.ts'
import { applicationState, stored } from './stored.ts'
import { isStateHeld, openTabLock } from './tabLock.ts'

/** Between tabs of this origin: a new tab asks, and a tab that has the session's state answers. Never a token. */
const message = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ask') }),
  z.strictObject({ kind: z.literal('state'), state: applicationState }),
])

const NAME = 'session'
/** How long another tab may take to answer. */
const ANSWER_MS = 500
/** The same if one is there for certain: it may still be loading, on a slow device. */
const CERTAIN_ANSWER_MS = 10_000

const open = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null)

/** Calls `listener` for each message of another tab; ignores those of an older or newer version. */
function onMessage(channel: BroadcastChannel, listener: (received: z.output<typeof message>) => void) {
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(message, data)
    if (read.success) listener(read.data)
  }
}

/** Resolves to the state of the same owner's session in another tab; null if none answers. */
async function askOtherTabs(channel: BroadcastChannel) {
  const patience = (await isStateHeld()) ? CERTAIN_ANSWER_MS : ANSWER_MS
  const { promise, resolve } = Promise.withResolvers<z.output<typeof applicationState> | null>()
  const timer = setTimeout(resolve, patience, null)
  onMessage(channel, (received) => {
    if (received.kind === 'state' && received.state.owner === sessionOwner()) resolve(received.state)
  })
  channel.postMessage({ kind: 'ask' })
  return promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

async function adopt(): Promise<boolean> {
  const channel = open()
  const state = channel && (await askOtherTabs(channel))
  if (state === null || !isSignedIn()) return false
  useAppState.setState(state)
  return true
}

let flight: Promise<boolean> | null = null
/** Takes the session's state from another tab (AUT-08). False if no tab has it. Parallel callers share one flight. */
export function adoptState(): Promise<boolean> {
  flight ??= adopt().finally(() => {
    flight = null
  })
  return flight
}

function stateToShare() {
  const state = stored.state.get()
  return state && isSignedIn() && !isOrphaned() ? state : null
}

/** Answers tabs that ask for the session's state while this page is in use. Returns a function that stops it. */
export function shareState() {
  const lock = openTabLock()
  let channel: BroadcastChannel | null = null
  function announce() {
    if (channel !== null && stateToShare()) lock.hold()
    else lock.release()
  }
  function stop() {
    channel?.close()
    channel = null
    announce()
  }
  function start() {
    stop()
    channel = open()
    if (channel === null) return
    onMessage(channel, ({ kind }) => {
      const state = stateToShare()
      if (kind === 'ask' && state) channel?.postMessage({ kind: 'state', state })
    })
    announce()
  }
  const unsubscribe = useAppState.subscribe(announce)
  // An open channel keeps a page out of the back/forward cache.
  window.addEventListener('pagehide', stop)
  window.addEventListener('pageshow', start)
  start()
  return () => {
    window.removeEventListener('pagehide', stop)
    window.removeEventListener('pageshow', start)
    unsubscribe()
    stop()
  }
}
