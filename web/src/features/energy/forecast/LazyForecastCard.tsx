import { lazy, memo, Suspense, useRef } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { useNearViewport } from '../../../ui/hooks/useNearViewport.ts'
import type { System } from '../api/charts.ts'
import styles from './LazyForecastCard.module.css'

const ForecastCard = lazy(async () => {
  const [{ ForecastCard: Loaded }] = await withChunkTimeout(
    Promise.all([import('./ForecastCard.tsx'), loadNamespaces('forecast')]),
  )
  return { default: Loaded }
})

type Props = { system: System; timeZone: string }

/** The forecast in words, loaded when nearly visible. Live values do not re-render it. */
export const LazyForecastCard = memo(function LazyForecastCard(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(place)
  return (
    <div className={styles.place} ref={place}>
      {isNear && (
        <Suspense>
          <ForecastCard {...props} />
        </Suspense>
      )}
    </div>
  )
})
