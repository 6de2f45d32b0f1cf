import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { askSystems } from '../data/systems.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { HeaderSlot } from './HeaderContent.tsx'
import styles from './MainLayout.module.css'
import { PhoneBar } from './PhoneBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageTitle } from './title.ts'
import { whenIdle } from './whenIdle.ts'

const UpdateNotice = lazy(
  whenIdle(
    async () => (await import('./updates/UpdateNotice.tsx')).UpdateNotice,
    () => null,
  ),
)

/** What surrounds every page of an owner who is signed in. */
export function Component() {
  const title = usePageTitle()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => void askSystems(), [])
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Sidebar />
      <div className={styles.column}>
        <TopBar title={title} slot={setSlot} />
        <main className={styles.content} id="content" tabIndex={-1}>
          <HeaderSlot value={slot}>
            <Outlet />
          </HeaderSlot>
        </main>
      </div>
      <PhoneBar />
      <Suspense fallback={null}>
        <UpdateNotice />
      </Suspense>
    </div>
  )
}
