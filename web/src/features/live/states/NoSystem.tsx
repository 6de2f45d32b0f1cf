import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import banners from '../banners/Banners.module.css'
import { EmailBanner } from '../banners/EmailBanner.tsx'
import { StateCards } from '../cards/StateCards.tsx'
import { Hero, StatusHeadline } from '../hero/Hero.tsx'
import page from '../LivePage.module.css'
import { skeletonCards, skeletonSection } from './skeleton.tsx'
import styles from './states.module.css'

/** Not needed on the dashboard of an owner with systems; if it fails to load, only the steps are shown. */
const Waiting = lazy(async () => ({
  default: await withChunkTimeout(import('./Waiting.tsx')).then(
    (loaded) => loaded.Waiting,
    () => Steps,
  ),
}))
function Steps({ children }: { children: ReactNode }) {
  return children
}

/** For an owner without a system. */
export function NoSystem() {
  const { t } = useTranslation('dashboard')
  const steps = (
    <ol className={styles.steps}>
      <li>{t('noSystem.first')}</li>
      <li>
        <Link to="/settings">{t('noSystem.second')}</Link>
      </li>
      <li>{t('noSystem.third')}</li>
    </ol>
  )
  return (
    <div className={page.page}>
      <div role="status" className={banners.stack}>
        <EmailBanner />
      </div>
      <Hero
        shape={useShape()}
        headline={
          <StatusHeadline
            dense
            tone="calm"
            icon="none"
            status={t('noSystem.status')}
            sentence={t('noSystem.title')}
            subline={t('noSystem.text')}
          />
        }
        section={skeletonSection(
          t,
          t('noSystem.title'),
          <path className={styles.plus} d="M-12 0H12M0-12V12" />,
          UNKNOWN,
        )}
        today={
          <>
            <h3 className={styles.todayTitle}>{t('noSystem.next')}</h3>
            <Suspense fallback={steps}>
              <Waiting>{steps}</Waiting>
            </Suspense>
          </>
        }
      />
      <StateCards cards={skeletonCards(t('note.none'))} />
    </div>
  )
}
