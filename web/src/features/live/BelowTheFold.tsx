import type { ComponentProps } from 'react'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { LazyDayChart } from '../energy/charts/parts/LazyDayChart.tsx'
import { LazyForecastCard } from '../energy/forecast/LazyForecastCard.tsx'
import { LastMessages } from '../messages/last/LastMessages.tsx'
import styles from './BelowTheFold.module.css'
import { useNews } from './news/useNews.ts'
import { PeriodsCard } from './periods/PeriodsCard.tsx'
import { DayCard } from './today/DayCard.tsx'

/**
 * Below the live values: the day's chart with the messages beside it, the forecast, and the energies of today, the month and
 * the year.
 */
export const BelowTheFold = ({ view, balance, explain }: ComponentProps<typeof DayCard>) => (
  <div className={styles.further}>
    <PartBoundary>
      <LazyDayChart system={view.active} timeZone={view.values.timeZone} />
    </PartBoundary>
    <PartBoundary>
      <LastMessages view={view} entries={useNews(view)} />
    </PartBoundary>
    <PartBoundary>
      <LazyForecastCard system={view.active} timeZone={view.values.timeZone} />
    </PartBoundary>
    <PartBoundary>
      <DayCard view={view} balance={balance} explain={explain} />
    </PartBoundary>
    <PartBoundary>
      <PeriodsCard view={view} />
    </PartBoundary>
  </div>
)
