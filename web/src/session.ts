import { startState } from './state.ts'
import { clearStored, onStoredElsewhere, stored } from './stored.ts'

export type Tokens = { readonly access: string; readonly refresh: string }

/** Why a session ended: signed out here, signed out in another tab, or the server no longer takes its tokens. */
export type SessionEnd = 'signedOut' | 'elsewhere' | 'ended'

const enders = new Set<(reason: SessionEnd) => void>()
let flight: Promise<string | null> | null = null

export const accessToken = () => stored.accessToken.get()
export const isSignedIn = () => accessToken() !== null

/** A token without the state of a session, from which the owner did not ask to be restored (AUT-08). */
export const isOrphaned = () => isSignedIn() && stored.state.get() === null && !stored.stayLoggedIn.get()

/** Whether the last session here ended without its owner's doing. */
export const hasEnded = () => stored.sessionEnded.get() ?? false

function keep({ access, refresh }: Tokens) {
  stored.refreshToken.set(refresh)
  stored.accessToken.set(access)
}

export function beginSession(tokens: Tokens, stayLoggedIn: boolean) {
  clearStored()
  keep(tokens)
  stored.stayLoggedIn.set(stayLoggedIn)
  startState()
}

/** Forgets the session here and tells the listeners. Safe to call twice. */
export function endSession(reason: SessionEnd) {
  startState()
  clearStored()
  if (reason === 'ended') stored.sessionEnded.set(true)
  for (const tell of enders) tell(reason)
}

export function onSessionEnd(listener: (reason: SessionEnd) => void) {
  enders.add(listener)
  return () => enders.delete(listener)
}

/** Follows a sign-out in another tab. Returns how to stop. */
export const followOtherTabs = () =>
  onStoredElsewhere((key) => {
    if ((key === null || key === stored.accessToken.key) && !isSignedIn()) endSession('elsewhere')
  })

/** How long the browser may take to show one tab what another has stored. */
const SHOWN_MS = 500

/** Resolves once another tab's access token has come in place of `spent`, or is not to be waited for. */
const newsFromElsewhere = (spent: string) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, SHOWN_MS)
    const stop = onStoredElsewhere(() => accessToken() !== spent && done())
    if (accessToken() !== spent) done()
  })

/** One at a time over all tabs of the origin, where the browser can. `second`: another tab was before us. */
async function alone<T>(work: (second: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work(false)
  const first = await navigator.locks.request('session', { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  return first ? first.result : navigator.locks.request('session', () => work(true))
}

async function renew(spent: string, second: boolean, exchange: (refresh: string) => Promise<Tokens>) {
  if (second) await newsFromElsewhere(spent)
  const current = accessToken()
  if (current !== spent) return current
  const refresh = stored.refreshToken.get()
  if (refresh === null) return null
  keep(await exchange(refresh))
  return accessToken()
}

/**
 * An access token newer than `spent`: from another tab that was faster, or by `exchange`. null = there is no
 * session to renew. Rejects as `exchange` does. Parallel callers share one flight (API-02).
 */
export function renewed(spent: string, exchange: (refresh: string) => Promise<Tokens>) {
  flight ??= alone((second) => renew(spent, second, exchange)).finally(() => {
    flight = null
  })
  return flight
}
