import { useMemo } from 'react'
import { useLive } from '../../data/live.ts'
import type { LiveState } from '../../data/liveFeed.ts'
import { useNow } from '../../data/useNow.ts'
import { useActiveSystem } from '../../state.ts'
import { overview } from './overview.ts'
import { Failed } from './states/Failed.tsx'
import { Loading } from './states/Loading.tsx'
import { NoSystem } from './states/NoSystem.tsx'
import { Values } from './Values.tsx'

/** How often time alone is looked at for what it changes; ages tick by themselves. */
const LOOK_MS = 15_000

type Ready = LiveState & { status: 'ready' }

function Ready({ live }: { live: Ready }) {
  const [active, choose] = useActiveSystem()
  const { systems, receivedAt, connection } = live
  const looked = useNow((now) => Math.floor(now.getTime() / LOOK_MS) * LOOK_MS)
  const at = Math.max(receivedAt.getTime(), looked)
  const view = useMemo(
    () => overview({ systems, receivedAt, cut: connection === 'cut' }, active, new Date(at)),
    [systems, receivedAt, connection, active, at],
  )
  return <Values view={view} connection={connection} choose={choose} retry={live.retry} />
}

/** What the owner's systems do now. */
export function Component() {
  const live = useLive()
  switch (live.status) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <Failed network={live.fault.code === 'network'} retryAt={live.retryAt} retry={live.retry} />
    case 'ready':
      return live.systems.length === 0 ? <NoSystem /> : <Ready live={live} />
  }
}
