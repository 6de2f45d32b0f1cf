import { dayOf } from '@kellersonne/core/time/days'
import { useNow } from '../../../platform/clock/useNow.ts'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { LiveHeader } from '../../live/parts/LiveHeader.tsx'
import { TimeZone } from '../../live/parts/TimeZone.tsx'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import styles from './CalendarPage.module.css'
import { CalendarView } from './CalendarView.tsx'

function Ready(seen: LiveView) {
  const { systems, active, names, values } = seen.view
  const { timeZone } = values
  const today = useNow((now) => dayOf(now, timeZone))
  return (
    <div className={styles.page}>
      <LiveHeader {...seen} />
      <CalendarView several={systems.length > 1} system={active} {...{ names, timeZone, today }} />
      <TimeZone of={timeZone} />
    </div>
  )
}

/** The owner's history, a month at a time (CAL-01, CAL-02). */
export const Component = () => <WithSystems>{(seen) => <Ready {...seen} />}</WithSystems>
