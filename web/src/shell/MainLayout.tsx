import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { queryClient } from '../data/queryClient.ts'
import { systemsQuery } from '../data/systems.ts'
import { HeaderSlot } from './HeaderContent.tsx'
import styles from './MainLayout.module.css'
import { PhoneBar } from './PhoneBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageTitle } from './title.ts'

function Frame() {
  const { t } = useTranslation('shell')
  const title = usePageTitle()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useQuery(systemsQuery)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
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
    </div>
  )
}

/** What surrounds every page of an owner who is signed in. */
export const Component = () => (
  <QueryClientProvider client={queryClient}>
    <Frame />
  </QueryClientProvider>
)
