import { useShape } from '../../../ui/hooks/useShape.ts'
import { HeaderContent } from '../../../ui/layout/HeaderContent.tsx'
import type { LiveView } from '../model/useLiveViewModel.ts'
import { LastOnline } from './LastOnline.tsx'
import styles from './Live.module.css'
import { SystemSwitcher } from './SystemSwitcher.tsx'

/** The selected system and when it last reported: in the top bar; on phones only the former, above the page. */
export function LiveHeader({ view, connection, choose }: LiveView) {
  const shape = useShape()
  const switcher = (
    <SystemSwitcher systems={view.systems} active={view.active} names={view.names} choose={choose} />
  )
  if (shape === 'phone') return <div className={styles.switcher}>{switcher}</div>
  const { lastOnline, timeZone } = view.values
  return (
    <HeaderContent>
      {switcher}
      <LastOnline {...{ lastOnline, timeZone, connection, offline: view.offline }} />
    </HeaderContent>
  )
}
