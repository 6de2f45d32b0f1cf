import { useMemo } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useActiveSystem } from '../../../platform/state.ts'
import type { LiveState } from '../api/liveFeed.ts'
import { createLiveViewModel, type LiveViewModel } from './liveViewModel.ts'

/** How often the passing of time alone updates the view; ages tick on their own. */
const LOOK_MS = 15_000

/** The view model, how its values arrive, and functions to select a system or retry. */
export type LiveView = {
  readonly view: LiveViewModel
  readonly connection: 'push' | 'polling' | 'cut'
  readonly choose: (active: LiveViewModel['active']) => void
  readonly retry: () => void
}

/** The view model of received live values, of at least one system. */
export function useLiveViewModel(live: LiveState & { status: 'ready' }): LiveView {
  const [active, choose] = useActiveSystem()
  const { systems, steady, receivedAt, connection, retry } = live
  const looked = useNow((now) => Math.floor(now.getTime() / LOOK_MS) * LOOK_MS)
  const at = Math.max(receivedAt.getTime(), looked)
  const view = useMemo(
    () =>
      createLiveViewModel({ systems, steady, receivedAt, cut: connection === 'cut' }, active, new Date(at)),
    [systems, steady, receivedAt, connection, active, at],
  )
  return { view, connection, choose, retry }
}
