import type { ReactNode } from 'react'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { useLive } from './api/live.ts'
import type { LiveState } from './api/liveFeed.ts'
import { Banners } from './banners/Banners.tsx'
import styles from './LivePage.module.css'
import { type LiveView, useLiveViewModel } from './model/useLiveViewModel.ts'
import { LiveHeader } from './parts/LiveHeader.tsx'
import { Failed } from './states/Failed.tsx'
import { NoSystem } from './states/NoSystem.tsx'

type Props = {
  /** Shown until the first values arrive. */
  loading: ReactNode
  /** True if urgent banners are shown above the page. */
  banners?: boolean
  /** Replaces the default handler for choosing a system. */
  choose?: LiveView['choose']
  /** The page once they have arrived. */
  children: (live: LiveView) => ReactNode
}

function Ready({
  live,
  banners = true,
  choose,
  children,
}: Omit<Props, 'loading'> & { live: LiveState & { status: 'ready' } }) {
  const seen = useLiveViewModel(live)
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

/** A page with live values of the owner's systems, in every state of loading (DSH-09). */
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
