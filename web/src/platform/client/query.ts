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
  beginUse: () => () => void,
): QueryState<T> {
  const state = store()
  useEffect(beginUse, [beginUse])
  return state
}

/** A query: asked when first used, cached until it is forgotten. */
function buildQuery<T>(ask: () => Promise<T>, readCopy: ReadCopy<T> = () => null) {
  const nothing: QueryState<T> = { value: null, fault: null, copiedAt: null }
  const store = create<QueryState<T>>(() => nothing)
  let newest = 0
  /** The latest request while it is under way, else 0. */
  let asking = 0
  let users = 0

  /** Asks again; the answer to the latest request wins. Never rejects: failures go to `fault`. */
  async function refresh() {
    newest += 1
    const mine = newest
    asking = mine
    const answer = await ask().then(
      (value) => ({ value, fault: null, copiedAt: null }),
      (cause: unknown) => ({ fault: toFault(cause) }),
    )
    if (mine !== newest) return
    asking = 0
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

  /** Ignores the answer to a request that is under way. */
  function ignoreAnswer() {
    newest += 1
    asking = 0
  }

  function setData(value: T) {
    ignoreAnswer()
    store.setState({ value, fault: null, copiedAt: null })
  }

  function forget() {
    ignoreAnswer()
    store.setState(nothing)
  }

  function askIfUnanswered() {
    if (!isAnswered() && asking === 0) void refresh()
  }

  /**
   * Counts a part of the page that shows the answer. Asks unless it is known, and what has failed again once the browser is
   * online again. Returns a function that ends its use.
   */
  function beginUse() {
    if (users === 0) window.addEventListener('online', askIfUnanswered)
    users += 1
    askIfUnanswered()
    return () => {
      users -= 1
      if (users === 0) window.removeEventListener('online', askIfUnanswered)
    }
  }

  /** The answer no longer holds, nor does one that is on its way: asks again, at once if it is on the page. */
  function expire() {
    if (users > 0) void refresh()
    else forget()
  }

  return {
    refresh,
    /** Stores the value another call has returned. */
    setData,
    current: () => store.getState().value,
    isAnswered,
    use: () => useQueryState(store, beginUse),
    forget,
    expire,
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

  function of(key: K): Query<T> {
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
  return Object.assign(of, {
    /** Has all of them asked again: those on the page at once, others when they are used next. */
    expireAll() {
      for (const one of cached.values()) one.expire()
    },
  })
}
