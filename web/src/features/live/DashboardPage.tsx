import { lazy, Suspense } from 'react'
import { withChunkTimeout } from '../../platform/chunkFault.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { useShape } from '../../ui/hooks/useShape.ts'
import { useBalance } from '../energy/api/balance.ts'
import { cards } from './cards/cards.ts'
import { PlainCard, StateCards } from './cards/StateCards.tsx'
import styles from './DashboardPage.module.css'
import { useExplanation } from './explain/useExplanation.tsx'
import { LiveHero } from './hero/LiveHero.tsx'
import { LivePage } from './LivePage.tsx'
import type { LiveView } from './model/useLiveViewModel.ts'
import { Age } from './parts/LastOnline.tsx'
import { Loading } from './states/Loading.tsx'
import { SystemStrip } from './strip/SystemStrip.tsx'

/** Below the fold: loads after the content above. */
const BelowTheFold = lazy(async () => ({
  default: (await withChunkTimeout(import('./BelowTheFold.tsx'))).BelowTheFold,
}))

/** Live values of the owner's systems. */
export const Component = () => <LivePage loading={<Loading />}>{(live) => <Dashboard {...live} />}</LivePage>

/** The page once values have arrived. */
function Dashboard(live: LiveView) {
  const { view } = live
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const shape = useShape()
  const { explain, explanation } = useExplanation(view)
  const balance = useBalance(view.active, live.connection !== 'cut')
  const { lastOnline, timeZone } = view.values
  return (
    <>
      <PartBoundary>
        <SystemStrip {...view} choose={live.choose} />
      </PartBoundary>
      <PartBoundary>
        <LiveHero {...live} balance={balance.value} shape={shape} explain={explain} />
      </PartBoundary>
      {explanation}
      <StateCards
        cards={cards(view, { t, f })}
        explain={explain}
        last={
          shape === 'phone' && (
            <PlainCard caption={t('card.lastOnline')} note={timeZone}>
              {lastOnline ? <Age at={lastOnline} timeZone={timeZone} /> : '–'}
            </PlainCard>
          )
        }
      />
      <PartBoundary>
        <Suspense fallback={<div className={styles.coming} aria-busy="true" />}>
          <BelowTheFold view={view} balance={balance} explain={explain} />
        </Suspense>
      </PartBoundary>
    </>
  )
}
