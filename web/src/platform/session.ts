import { clearTabOfOther, isOfOtherOwner, startState } from './state.ts'
import { clearStored, type Draft, onStorageChange, ownerOf, stored } from './stored.ts'

export type Tokens = { readonly access: string; readonly refresh: string }

/**
 * Why a session ended: signed out here; signed out, or replaced by another owner's session, in another tab; its
 * state known to no tab; its tokens no longer accepted by the server; account deleted.
 */
export type SessionEnd = 'signedOut' | 'elsewhere' | 'unknown' | 'ended' | 'removed'

type Fields = Draft['fields']
const forms = new Map<string, () => Fields | null>()
const enders = new Set<(reason: SessionEnd) => void>()
let flight: Promise<string | null> | null = null
/** True once this page's session has ended: later calls do not end it again. */
let over = false

/** The access token of this page's owner. */
export const accessToken = () => (isOfOtherOwner() ? null : stored.accessToken.get())
export const isSignedIn = () => accessToken() !== null

/** True for a token without session state, unless the owner asked to stay signed in (AUT-08). */
export const isOrphaned = () => isSignedIn() && stored.state.get() === null && !stored.stayLoggedIn.get()

/** True for an owner whose sign-in outlives their tabs. */
export const staysSignedIn = () => isSignedIn() && stored.stayLoggedIn.get() === true

/** Why the last session in this tab ended; null if there was none or its owner signed out here. */
export const lastSessionEnd = () => stored.sessionEnd.get()

function keep({ access, refresh }: Tokens) {
  stored.refreshToken.set(refresh)
  stored.accessToken.set(access)
}

/** The owner of the session; null if there is none or its token does not name one. */
export const sessionOwner = () => ownerOf(accessToken())

/** Returns the draft of the form on the page, if anything has been typed. */
function typed(): Draft | null {
  const owner = sessionOwner()
  for (const [form, read] of forms) {
    const fields = read()
    if (owner !== null && fields) return { owner, form, fields }
  }
  return null
}

/** Registers a form's draft, saved for its owner if the session expires. Returns a function that unregisters it. */
export function keepDraft(form: string, read: () => Fields | null) {
  forms.set(form, read)
  return () => forms.delete(form)
}

/** What the owner had typed into a form before they had to sign in again; null if nothing. */
export function draftOf(form: string): Fields | null {
  const draft = stored.draft.get()
  return draft?.form === form && draft.owner === sessionOwner() ? draft.fields : null
}

export const dropDraft = () => stored.draft.set(null)

/** Begins a session here alone; one that it replaces goes on at the server. */
export function beginSession(tokens: Tokens, stayLoggedIn: boolean) {
  over = false
  const draft = stored.draft.get()
  // Never without a token in between: a tab that found none would end the session that begins.
  keep(tokens)
  clearStored(stored.accessToken.key, stored.refreshToken.key)
  if (draft?.owner === ownerOf(tokens.access)) stored.draft.set(draft)
  stored.stayLoggedIn.set(stayLoggedIn)
  startState()
}

/**
 * Clears the session here, never another owner's, and notifies the listeners. Safe to call twice; a session that is
 * over does not expire again.
 */
export function endSession(cause: SessionEnd) {
  if (over && cause === 'ended') return
  over = true
  const replaced = isOfOtherOwner()
  const reason = replaced ? 'elsewhere' : cause
  const draft = reason === 'ended' ? (typed() ?? stored.draft.get()) : null
  if (replaced) {
    clearTabOfOther()
  } else {
    clearStored()
    startState()
  }
  stored.draft.set(draft)
  if (reason === 'removed') stored.lastChoice.set(null)
  if (!replaced && reason !== 'signedOut') stored.sessionEnd.set(reason)
  for (const notify of enders) notify(reason)
}

export function onSessionEnd(listener: (reason: SessionEnd) => void) {
  enders.add(listener)
  return () => enders.delete(listener)
}

/** Ends the session of a page whose owner is no longer the one signed in. */
const leaveAnothers = () => {
  if (isOfOtherOwner()) endSession('elsewhere')
}

/** Follows a sign-out, or another owner's sign-in, in another tab. Returns a function that stops it. */
export function followOtherTabs() {
  const shown = ['visibilitychange', 'pageshow'] as const
  for (const event of shown) window.addEventListener(event, leaveAnothers)
  const deaf = onStorageChange((key) => {
    if ((key === null || key === stored.accessToken.key) && !isSignedIn()) endSession('elsewhere')
  })
  return () => {
    for (const event of shown) window.removeEventListener(event, leaveAnothers)
    deaf()
  }
}

/** How long a browser may take to propagate storage changes between tabs. */
const SHOWN_MS = 500

/** Resolves once another tab's access token has replaced `spent`, or after a timeout. */
const newsFromElsewhere = (spent: string) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, SHOWN_MS)
    const stop = onStorageChange(() => accessToken() !== spent && done())
    if (accessToken() !== spent) done()
  })

/** Runs `work` in one tab at a time, if the browser supports locks. `second`: another tab went first. */
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
 * Resolves to an access token newer than `spent`: from another tab that was faster, or from `exchange`. null = no
 * session to renew. Rejects as `exchange` does. Parallel callers share one flight (API-02).
 */
export function renewAccessToken(spent: string, exchange: (refresh: string) => Promise<Tokens>) {
  flight ??= alone((second) => renew(spent, second, exchange)).finally(() => {
    flight = null
  })
  return flight
}
