import { lazy, memo, Suspense, useRef } from 'react'
import { inTime } from '../../../../platform/chunkFault.ts'
import { learn } from '../../../../platform/i18n/i18n.ts'
import { useNear } from '../../../../ui/hooks/useNear.ts'
import type { System } from '../model/selection.ts'
import styles from './DayChart.module.css'

/** What draws charts, and its words, come after the page that has one. */
const DayChart = lazy(async () => {
  const [{ DayChart: Loaded }] = await inTime(Promise.all([import('./DayChart.tsx'), learn('charts')]))
  return { default: Loaded }
})

type Props = { system: System; timeZone: string }

/** The day's chart, once it is nearly seen; a card of the same size waits for it in its place. Live values leave it alone. */
export const LazyDayChart = memo(function LazyDayChart(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const card = <div className={styles.card} ref={place} />
  if (!useNear(place)) return card
  return (
    <Suspense fallback={card}>
      <DayChart {...props} />
    </Suspense>
  )
})
