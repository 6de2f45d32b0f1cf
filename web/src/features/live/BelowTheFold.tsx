import type { ComponentProps } from 'react'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { LazyDayChart } from '../energy/charts/parts/LazyDayChart.tsx'
import { LastMessages } from '../messages/LastMessages.tsx'
import styles from './BelowTheFold.module.css'
import { DayCard } from './today/DayCard.tsx'

/** Below the live values: charts and the day so far, with the messages beside them. */
export const BelowTheFold = ({ view, balance, explain }: ComponentProps<typeof DayCard>) => (
  <div className={styles.further}>
    <div className={styles.main}>
      <PartBoundary>
        <LazyDayChart system={view.active} timeZone={view.values.timeZone} />
      </PartBoundary>
      <PartBoundary>
        <DayCard view={view} balance={balance} explain={explain} />
      </PartBoundary>
    </div>
    <PartBoundary>
      <LastMessages view={view} />
    </PartBoundary>
  </div>
)
