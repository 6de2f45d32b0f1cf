import { useEffect } from 'react'
import { create } from 'zustand'
import { onSessionEnd } from '../session.ts'
import { type CallFault, toFault } from './client.ts'

/** What is known so far: nothing yet, why not, or the value, and why there is no newer one. */
export type Known<T> = { readonly value: T | null; readonly fault: CallFault | null }

/** Something the server knows: asked for when it is first looked at, kept as long as the session. */
export function resource<T>(ask: () => Promise<T>) {
  const nothing: Known<T> = { value: null, fault: null }
  const store = create<Known<T>>(() => nothing)
  let newest = 0
  let asking = 0

  /** Asks anew; of several answers the one last asked for counts. Never rejects: `fault` says why there is none. */
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

  onSessionEnd(() => {
    newest += 1
    store.setState(nothing)
  })

  function useKnown(): Known<T> {
    const known = store()
    useEffect(() => {
      if (store.getState().value === null && asking === 0) void refresh()
    }, [])
    return known
  }

  return {
    refresh,
    /** Takes over what another call has answered. */
    keep,
    current: () => store.getState().value,
    use: useKnown,
  }
}
