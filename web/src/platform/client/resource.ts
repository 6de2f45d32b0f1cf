import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSessionEnd } from '../session.ts'
import { type ApiError, toFault } from './client.ts'

/** State of a query: nothing yet, or the last value, with the error of the last attempt. */
type Known<T> = { readonly value: T | null; readonly fault: ApiError | null }

function useAsked<T>(store: UseBoundStore<StoreApi<Known<T>>>, want: () => void): Known<T> {
  const known = store()
  useEffect(want, [want])
  return known
}

/** A query: asked when first used, cached until it is forgotten. */
function asked<T>(ask: () => Promise<T>) {
  const nothing: Known<T> = { value: null, fault: null }
  const store = create<Known<T>>(() => nothing)
  let newest = 0
  let asking = 0

  /** Asks again; the answer to the latest request wins. Never rejects: failures go to `fault`. */
  async function refresh() {
    newest += 1
    const mine = newest
    asking += 1
    const answer = await ask().then(
      (value) => ({ value, fault: null }),
      (cause: unknown) => ({ fault: toFault(cause) }),
    )
    asking -= 1
    if (mine === newest) store.setState(answer)
  }

  function keep(value: T) {
    newest += 1
    store.setState({ value, fault: null })
  }

  function forget() {
    newest += 1
    store.setState(nothing)
  }

  function want() {
    if (store.getState().value === null && asking === 0) void refresh()
  }

  return {
    refresh,
    /** Stores the value another call has returned. */
    keep,
    current: () => store.getState().value,
    use: () => useAsked(store, want),
    forget,
  }
}
type Asked<T> = ReturnType<typeof asked<T>>

/** A query cached for the session. */
export function resource<T>(ask: () => Promise<T>): Asked<T> {
  const one = asked(ask)
  onSessionEnd(one.forget)
  return one
}

/**
 * Queries of one kind, cached for the session: one per key, which covers everything the answer depends on. Keeps the
 * `limit` most recently used.
 */
export function resources<K extends string, T>(ask: (key: K) => Promise<T>, limit = 30) {
  const kept = new Map<K, Asked<T>>()
  onSessionEnd(() => {
    for (const one of kept.values()) one.forget()
    kept.clear()
  })

  return function of(key: K): Asked<T> {
    const one = kept.get(key) ?? asked(() => ask(key))
    kept.delete(key)
    kept.set(key, one)
    const [oldest] = kept.keys()
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
    return one
  }
}
