import { useShape } from '../../ui/useShape.ts'
import { HeaderContent } from '../HeaderContent.tsx'
import { LastOnline } from './LastOnline.tsx'
import styles from './Live.module.css'
import { SystemSwitcher } from './SystemSwitcher.tsx'
import type { LiveView } from './useOverview.ts'

/** Which system is shown and when it was last heard of: in the top bar, on a phone only the first, above the page. */
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
      <LastOnline {...{ lastOnline, timeZone, connection, silent: view.silent }} />
    </HeaderContent>
  )
}
