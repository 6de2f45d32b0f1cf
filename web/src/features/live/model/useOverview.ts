import { useMemo } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useActiveSystem } from '../../../platform/state.ts'
import type { LiveState } from '../api/liveFeed.ts'
import { type Overview, overview } from './overview.ts'

/** How often time alone is looked at for what it changes; ages tick by themselves. */
const LOOK_MS = 15_000

/** What there is to see now, how it comes, and how to ask for something else. */
export type LiveView = {
  readonly view: Overview
  readonly connection: 'push' | 'polling' | 'cut'
  readonly choose: (active: Overview['active']) => void
  readonly retry: () => void
}

/** What there is to see of live values that have come, of at least one system. */
export function useOverview(live: LiveState & { status: 'ready' }): LiveView {
  const [active, choose] = useActiveSystem()
  const { systems, receivedAt, connection, retry } = live
  const looked = useNow((now) => Math.floor(now.getTime() / LOOK_MS) * LOOK_MS)
  const at = Math.max(receivedAt.getTime(), looked)
  const view = useMemo(
    () => overview({ systems, receivedAt, cut: connection === 'cut' }, active, new Date(at)),
    [systems, receivedAt, connection, active, at],
  )
  return { view, connection, choose, retry }
}
