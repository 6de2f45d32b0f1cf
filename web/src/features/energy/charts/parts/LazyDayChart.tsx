import { lazy, memo, Suspense, useRef } from 'react'
import { withChunkTimeout } from '../../../../platform/chunkFault.ts'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { useNearViewport } from '../../../../ui/hooks/useNearViewport.ts'
import type { System } from '../model/selection.ts'
import styles from './DayChart.module.css'

/** The chart code and its texts load after the page itself. */
const DayChart = lazy(async () => {
  const [{ DayChart: Loaded }] = await withChunkTimeout(
    Promise.all([import('./DayChart.tsx'), loadNamespaces('charts')]),
  )
  return { default: Loaded }
})

type Props = { system: System; timeZone: string }

/** The day chart, loaded when nearly visible, with a placeholder until then. Live values do not re-render it. */
export const LazyDayChart = memo(function LazyDayChart(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const card = <div className={styles.card} ref={place} />
  if (!useNearViewport(place)) return card
  return (
    <Suspense fallback={card}>
      <DayChart {...props} />
    </Suspense>
  )
})
