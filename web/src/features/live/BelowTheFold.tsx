import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { LazyDayChart } from '../energy/charts/parts/LazyDayChart.tsx'
import { LastMessages } from '../messages/LastMessages.tsx'
import styles from './BelowTheFold.module.css'
import type { Topic } from './explain/topics.ts'
import type { LiveView } from './model/useLiveViewModel.ts'
import { DayCard } from './today/DayCard.tsx'

type Props = Pick<LiveView, 'view' | 'connection'> & { explain: (topic: Topic) => void }

/** Below the live values: charts and the day so far, with the messages beside them. */
export const BelowTheFold = ({ view, connection, explain }: Props) => (
  <div className={styles.further}>
    <div className={styles.main}>
      <PartBoundary>
        <LazyDayChart system={view.active} timeZone={view.values.timeZone} />
      </PartBoundary>
      <PartBoundary>
        <DayCard view={view} connection={connection} explain={explain} />
      </PartBoundary>
    </div>
    <PartBoundary>
      <LastMessages view={view} />
    </PartBoundary>
  </div>
)
