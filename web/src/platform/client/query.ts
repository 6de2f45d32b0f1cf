import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSessionEnd } from '../session.ts'
import { type ApiError, toFault } from './client.ts'

/** State of a query: nothing yet, or the last value, with the error of the last attempt. */
type QueryState<T> = { readonly value: T | null; readonly fault: ApiError | null }

function useQueryState<T>(
  store: UseBoundStore<StoreApi<QueryState<T>>>,
  ensureLoaded: () => void,
): QueryState<T> {
  const state = store()
  useEffect(ensureLoaded, [ensureLoaded])
  return state
}

/** A query: asked when first used, cached until it is forgotten. */
function buildQuery<T>(ask: () => Promise<T>) {
  const nothing: QueryState<T> = { value: null, fault: null }
  const store = create<QueryState<T>>(() => nothing)
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

  function setData(value: T) {
    newest += 1
    store.setState({ value, fault: null })
  }

  function forget() {
    newest += 1
    store.setState(nothing)
  }

  function ensureLoaded() {
    if (store.getState().value === null && asking === 0) void refresh()
  }

  return {
    refresh,
    /** Stores the value another call has returned. */
    setData,
    current: () => store.getState().value,
    use: () => useQueryState(store, ensureLoaded),
    forget,
  }
}
type Query<T> = ReturnType<typeof buildQuery<T>>

/** A query cached for the session. */
export function createQuery<T>(ask: () => Promise<T>): Query<T> {
  const one = buildQuery(ask)
  onSessionEnd(one.forget)
  return one
}

/**
 * Queries of one kind, cached for the session: one per key, which covers everything the answer depends on. Keeps the
 * `limit` most recently used.
 */
export function createQueries<K extends string, T>(ask: (key: K) => Promise<T>, limit = 30) {
  const cached = new Map<K, Query<T>>()
  onSessionEnd(() => {
    for (const one of cached.values()) one.forget()
    cached.clear()
  })

  return function of(key: K): Query<T> {
    const one = cached.get(key) ?? buildQuery(() => ask(key))
    cached.delete(key)
    cached.set(key, one)
    const [oldest] = cached.keys()
    if (cached.size > limit && oldest !== undefined) cached.delete(oldest)
    return one
  }
}
