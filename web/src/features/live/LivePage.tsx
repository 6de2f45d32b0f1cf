import type { ReactNode } from 'react'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { useLive } from './api/live.ts'
import type { LiveState } from './api/liveFeed.ts'
import { Banners } from './banners/Banners.tsx'
import styles from './DashboardPage.module.css'
import { type LiveView, useOverview } from './model/useOverview.ts'
import { LiveHeader } from './parts/LiveHeader.tsx'
import { Failed } from './states/Failed.tsx'
import { NoSystem } from './states/NoSystem.tsx'

type Props = {
  /** Until the first values come. */
  loading: ReactNode
  /** Whether what must be known at once stands above it. */
  banners?: boolean
  /** Where choosing a system is more than that. */
  choose?: LiveView['choose']
  /** The page once they have. */
  children: (live: LiveView) => ReactNode
}

function Ready({
  live,
  banners = true,
  choose,
  children,
}: Omit<Props, 'loading'> & { live: LiveState & { status: 'ready' } }) {
  const seen = useOverview(live)
  return (
    <div className={styles.page}>
      <LiveHeader {...seen} choose={choose ?? seen.choose} />
      {banners && (
        <PartBoundary>
          <Banners view={seen.view} />
        </PartBoundary>
      )}
      {children(seen)}
    </div>
  )
}

/** A page about the owner's systems as they are now, in whatever state that knowledge is (DSH-09). */
export function LivePage({ loading, ...page }: Props) {
  const live = useLive()
  switch (live.status) {
    case 'loading':
      return loading
    case 'failed':
      return <Failed network={live.fault.code === 'network'} retryAt={live.retryAt} retry={live.retry} />
    case 'ready':
      return live.systems.length === 0 ? <NoSystem /> : <Ready live={live} {...page} />
  }
}
