import { handOverState, isAnothers, startState } from './state.ts'
import { clearStored, type Draft, onStoredElsewhere, ownerOf, stored } from './stored.ts'

export type Tokens = { readonly access: string; readonly refresh: string }

/**
 * Why a session ended: signed out here, signed out or replaced by another owner's in another tab, the server no longer
 * takes its tokens, or the account was deleted.
 */
export type SessionEnd = 'signedOut' | 'elsewhere' | 'ended' | 'removed'

type Fields = Draft['fields']
const forms = new Map<string, () => Fields | null>()
const enders = new Set<(reason: SessionEnd) => void>()
let flight: Promise<string | null> | null = null
/** Whether this page's session has ended: calls that were still to come do not end it once more. */
let over = false

/** The access token of whoever this page is for. */
export const accessToken = () => (isAnothers() ? null : stored.accessToken.get())
export const isSignedIn = () => accessToken() !== null

/** A token without the state of a session, from which the owner did not ask to be restored (AUT-08). */
export const isOrphaned = () => isSignedIn() && stored.state.get() === null && !stored.stayLoggedIn.get()

/** Whether the last session here ended without its owner's doing. */
export const hasEnded = () => stored.sessionEnded.get() ?? false

/** Whether the last session here ended with its account. */
export const wasRemoved = () => stored.accountRemoved.get() ?? false

function keep({ access, refresh }: Tokens) {
  stored.refreshToken.set(refresh)
  stored.accessToken.set(access)
}

/** Whose the session is; null where there is none, or its token does not say. */
export const sessionOwner = () => ownerOf(accessToken())

/** What was typed, where there is anything, into the form on the page. */
function typed(): Draft | null {
  const owner = sessionOwner()
  for (const [form, read] of forms) {
    const fields = read()
    if (owner !== null && fields) return { owner, form, fields }
  }
  return null
}

/** Has what `read` gives kept for its owner, should the session end under the form. Returns how to stop. */
export function keepDraft(form: string, read: () => Fields | null) {
  forms.set(form, read)
  return () => forms.delete(form)
}

/** What the owner typed into a form before they had to sign in again; null where nothing was. */
export function draftOf(form: string): Fields | null {
  const draft = stored.draft.get()
  return draft?.form === form && draft.owner === sessionOwner() ? draft.fields : null
}

export const dropDraft = () => stored.draft.set(null)

export function beginSession(tokens: Tokens, stayLoggedIn: boolean) {
  over = false
  const draft = stored.draft.get()
  clearStored()
  keep(tokens)
  if (draft?.owner === ownerOf(tokens.access)) stored.draft.set(draft)
  stored.stayLoggedIn.set(stayLoggedIn)
  startState()
}

/**
 * Forgets the session here, never somebody else's, and tells the listeners. Safe to call twice; a session that is over
 * does not expire any more.
 */
export function endSession(cause: SessionEnd) {
  if (over && cause === 'ended') return
  over = true
  const replaced = isAnothers()
  const reason = replaced ? 'elsewhere' : cause
  const draft = reason === 'ended' ? (typed() ?? stored.draft.get()) : null
  if (replaced) {
    handOverState()
  } else {
    clearStored()
    startState()
  }
  stored.draft.set(draft)
  if (reason === 'ended') stored.sessionEnded.set(true)
  if (reason === 'removed') stored.accountRemoved.set(true)
  for (const tell of enders) tell(reason)
}

export function onSessionEnd(listener: (reason: SessionEnd) => void) {
  enders.add(listener)
  return () => enders.delete(listener)
}

/** Leaves a page whose owner is no longer the one signed in. */
const leaveAnothers = () => {
  if (isAnothers()) endSession('elsewhere')
}

/** Follows a sign-out in another tab, and the sign-in of somebody else. Returns how to stop. */
export function followOtherTabs() {
  const shown = ['visibilitychange', 'pageshow'] as const
  for (const event of shown) window.addEventListener(event, leaveAnothers)
  const deaf = onStoredElsewhere((key) => {
    if ((key === null || key === stored.accessToken.key) && !isSignedIn()) endSession('elsewhere')
  })
  return () => {
    for (const event of shown) window.removeEventListener(event, leaveAnothers)
    deaf()
  }
}

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
  leaveAnothers()
  const current = accessToken()
  if (current !== spent) return current
  const refresh = stored.refreshToken.get()
  if (refresh === null) return null
  const tokens = await exchange(refresh)
  if (stored.refreshToken.get() === refresh) keep(tokens)
  leaveAnothers()
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
