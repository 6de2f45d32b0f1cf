import { LazyDayChart } from '../../shell/chart/LazyDayChart.tsx'
import type { LiveView } from '../../shell/live/useOverview.ts'
import type { Topic } from './explain/topics.ts'
import styles from './Further.module.css'
import { LastMessages } from './messages/LastMessages.tsx'
import { DayCard } from './today/DayCard.tsx'

export type FurtherProps = Pick<LiveView, 'view' | 'connection'> & { explain: (topic: Topic) => void }

/** What is below the values of now: charts and the day, and beside them what was told. */
export const Further = ({ view, connection, explain }: FurtherProps) => (
  <div className={styles.further}>
    <div className={styles.main}>
      <LazyDayChart system={view.active} timeZone={view.values.timeZone} />
      <DayCard view={view} connection={connection} explain={explain} />
    </div>
    <LastMessages view={view} />
  </div>
)
