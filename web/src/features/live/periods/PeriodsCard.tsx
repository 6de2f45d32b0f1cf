import { lazy, Suspense, useId, useRef } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useNearViewport } from '../../../ui/hooks/useNearViewport.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './PeriodsCard.module.css'

/** Loads with the charts' code. */
const Energies = lazy(async () => ({
  default: (await withChunkTimeout(import('./Energies.tsx'))).Energies,
}))

/** The energies of the current month and year; asked for when nearly visible. */
export function PeriodsCard({ view }: { view: LiveViewModel }) {
  const { t } = useTranslation('dashboard')
  const place = useRef<HTMLElement>(null)
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} ref={place}>
      <h2 id={id} className={styles.head}>
        {t('energySoFar')}
      </h2>
      {useNearViewport(place) && (
        <Suspense>
          <Energies view={view} labelledBy={id} />
        </Suspense>
      )}
    </section>
  )
}
