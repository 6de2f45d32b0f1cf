import { lazy, Suspense } from 'react'
import { learn } from '../../i18n/i18n.ts'
import styles from './DayChart.module.css'
import type { System } from './selection.ts'

/** What draws charts, and its words, come after the page that has one. */
const DayChart = lazy(async () => {
  const [{ DayChart: Loaded }] = await Promise.all([import('./DayChart.tsx'), learn('charts')])
  return { default: Loaded }
})

/** The day's chart, in whose place a card of the same size waits for it. */
export const LazyDayChart = (props: { system: System; timeZone: string }) => (
  <Suspense fallback={<div className={styles.card} />}>
    <DayChart {...props} />
  </Suspense>
)
