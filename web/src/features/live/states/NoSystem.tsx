import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { loadNamespaces, useTranslation } from '../../../platform/i18n/i18n.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { useUser } from '../../identity/api/user.ts'
import banners from '../banners/Banners.module.css'
import { EmailBanner } from '../banners/EmailBanner.tsx'
import { Hero, StatusHeadline } from '../hero/Hero.tsx'
import page from '../LivePage.module.css'
import { skeletonSection } from './skeleton.tsx'
import styles from './states.module.css'

/** Not needed by an owner with systems; if it fails to load, the steps still lead to the settings. */
const AddSystem = lazy(async () => ({
  default: await withChunkTimeout(
    Promise.all([import('../../systems/AddSystem.tsx'), loadNamespaces('account')]),
  ).then(
    ([loaded]) => loaded.AddSystem,
    () => () => null,
  ),
}))

/** Rendered beside the form: once that is loaded, it begins if the owner has asked for that before. */
function BeginOnceLoaded({ isAwaited, begin }: { isAwaited: boolean; begin: () => void }) {
  useEffect(() => {
    if (isAwaited) begin()
  }, [isAwaited, begin])
  return null
}

/** For an owner without a system. */
export function NoSystem() {
  const { t } = useTranslation('dashboard')
  const form = useRef<HTMLDivElement>(null)
  const user = useUser().value
  // Nobody is asked again for a key that they have entered.
  const isEntered = user !== null && user.claims.length + user.handovers.length > 0
  const [isAwaited, setAwaited] = useState(false)
  function begin() {
    const field = form.current?.querySelector('input')
    setAwaited(!field)
    field?.focus()
  }
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
            always
            tone="calm"
            icon="none"
            status={t('noSystem.status')}
            sentence={t('noSystem.title')}
            subline={t(isEntered ? 'noSystem.entered' : 'noSystem.text')}
          >
            <Button onClick={begin}>
              <IconPlus size={18} stroke={1.5} aria-hidden />
              {t('noSystem.add')}
            </Button>
          </StatusHeadline>
        }
        section={{
          ...skeletonSection(t, t('noSystem.title'), null, UNKNOWN),
          disc: { label: t('noSystem.addFirst'), act: begin },
        }}
        today={
          <>
            <h3 className={styles.todayTitle}>{t('noSystem.next')}</h3>
            <ol className={styles.steps}>
              {isEntered ? (
                <li>{t('noSystem.follow')}</li>
              ) : (
                <>
                  <li>{t('noSystem.first')}</li>
                  <li>
                    <Link to="/settings">{t('noSystem.second')}</Link>
                  </li>
                </>
              )}
              <li>{t('noSystem.third')}</li>
            </ol>
          </>
        }
      />
      <div ref={form} className={page.page}>
        <Suspense fallback={null}>
          <AddSystem />
          <BeginOnceLoaded isAwaited={isAwaited} begin={begin} />
        </Suspense>
      </div>
    </div>
  )
}
