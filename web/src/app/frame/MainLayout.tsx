import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { askSystems, awaitSystems } from '../../features/systems/api.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { SkipLink } from '../../ui/controls/SkipLink.tsx'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { useShape } from '../../ui/hooks/useShape.ts'
import styles from './MainLayout.module.css'
import { NavigationProgress } from './NavigationProgress.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageTitle } from './title.ts'
import { whenIdle } from './whenIdle.ts'

const UpdateNotice = lazy(
  whenIdle(
    async () => (await import('../../features/firmware/offers/UpdateNotice.tsx')).UpdateNotice,
    () => null,
  ),
)

/** Its content waits for live values, which bring the list of systems; other pages need only the list. */
const LIVE_PAGE = '/dashboard'

/** Has the list of the owner's systems when the first page is shown. */
function useSystemList(path: string) {
  const [first] = useState(path)
  useEffect(() => {
    if (first !== LIVE_PAGE) return void askSystems()
    const left = new AbortController()
    void awaitSystems(left.signal)
    return () => left.abort()
  }, [first])
}

/** The layout of every page for a signed-in owner. */
export function Component({ children }: { children?: ReactNode }) {
  const title = usePageTitle()
  const { pathname } = useLocation()
  const shape = useShape()
  useSystemList(pathname)
  return (
    <div className={styles.frame}>
      <SkipLink />
      <NavigationProgress />
      {shape !== 'phone' && (
        <PartBoundary quiet of={pathname}>
          <Sidebar />
        </PartBoundary>
      )}
      <div className={styles.column}>
        <PartBoundary quiet of={pathname}>
          <TopBar title={title} />
        </PartBoundary>
        <main className={styles.content} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <PartBoundary quiet of={pathname}>
        <PhoneBar />
      </PartBoundary>
      <PartBoundary quiet of={pathname}>
        <Suspense fallback={null}>
          <UpdateNotice />
        </Suspense>
      </PartBoundary>
    </div>
  )
}
