import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSessionEnd } from '../session.ts'
import { type ApiError, toFault } from './client.ts'

/**
 * State of a query: nothing yet, or the last value, with the error of the last attempt. `copiedAt`: when a value was
 * current that comes from a stored copy, because the server is unreachable.
 */
type QueryState<T> = {
  readonly value: T | null
  readonly fault: ApiError | null
  readonly copiedAt: Date | null
}
/** Returns the stored copy of an answer, if there is one. */
type ReadCopy<T> = () => { readonly value: T; readonly at: Date } | null

const isUnreachable = ({ code }: ApiError) => code === 'network' || code === 'unavailable'

function useQueryState<T>(
  store: UseBoundStore<StoreApi<QueryState<T>>>,
  ensureLoaded: () => void,
): QueryState<T> {
  const state = store()
  useEffect(ensureLoaded, [ensureLoaded])
  return state
}

/** A query: asked when first used, cached until it is forgotten. */
function buildQuery<T>(ask: () => Promise<T>, readCopy: ReadCopy<T> = () => null) {
  const nothing: QueryState<T> = { value: null, fault: null, copiedAt: null }
  const store = create<QueryState<T>>(() => nothing)
  let newest = 0
  let asking = 0

  /** Asks again; the answer to the latest request wins. Never rejects: failures go to `fault`. */
  async function refresh() {
    newest += 1
    const mine = newest
    asking += 1
    const answer = await ask().then(
      (value) => ({ value, fault: null, copiedAt: null }),
      (cause: unknown) => ({ fault: toFault(cause) }),
    )
    asking -= 1
    if (mine !== newest) return
    store.setState(answer)
    if (answer.fault && isUnreachable(answer.fault) && store.getState().value === null) showCopy()
  }

  function showCopy() {
    const copy = readCopy()
    if (copy) store.setState({ value: copy.value, copiedAt: copy.at })
  }

  /** True once answered, unless the last attempt failed. */
  function isAnswered() {
    const { value, fault } = store.getState()
    return value !== null && fault === null
  }

  function setData(value: T) {
    newest += 1
    store.setState({ value, fault: null, copiedAt: null })
  }

  function forget() {
    newest += 1
    store.setState(nothing)
  }

  function ensureLoaded() {
    if (!isAnswered() && asking === 0) void refresh()
  }

  return {
    refresh,
    /** Stores the value another call has returned. */
    setData,
    current: () => store.getState().value,
    isAnswered,
    use: () => useQueryState(store, ensureLoaded),
    forget,
  }
}
export type Query<T> = ReturnType<typeof buildQuery<T>>

const MOST_CACHED = 30

/** A query cached for the session. */
export function createQuery<T>(ask: () => Promise<T>): Query<T> {
  const one = buildQuery(ask)
  onSessionEnd(one.forget)
  return one
}

/**
 * Queries of one kind, cached for the session: one per key, which covers everything the answer depends on. Keeps the
 * most recently used. `copyOf` is used while the server is unreachable.
 */
export function createQueries<K extends string, T>(
  ask: (key: K) => Promise<T>,
  copyOf: (key: K) => ReturnType<ReadCopy<T>> = () => null,
) {
  const cached = new Map<K, Query<T>>()
  onSessionEnd(() => {
    for (const one of cached.values()) one.forget()
    cached.clear()
  })

  return function of(key: K): Query<T> {
    const one =
      cached.get(key) ??
      buildQuery(
        () => ask(key),
        () => copyOf(key),
      )
    cached.delete(key)
    cached.set(key, one)
    const [oldest] = cached.keys()
    if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest)
    return one
  }
}
