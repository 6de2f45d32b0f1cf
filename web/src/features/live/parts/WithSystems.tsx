import type { ReactNode } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { HeaderContent } from '../../../ui/layout/HeaderContent.tsx'
import { useLive } from '../api/live.ts'
import type { LiveState } from '../api/liveFeed.ts'
import { type LiveView, useLiveViewModel } from '../model/useLiveViewModel.ts'
import { NeverOnline } from './LastOnline.tsx'
import styles from './WithSystems.module.css'

type Props = {
  children: (seen: LiveView) => ReactNode
  /** What the page is for an owner without a system; by default the way to add one. */
  without?: ReactNode
}

function Ready({ live, children }: Pick<Props, 'children'> & { live: LiveState & { status: 'ready' } }) {
  return children(useLiveViewModel(live))
}

/** A page about the history of the owner's systems, rendered once they are known. */
export function WithSystems({ children, without }: Props) {
  const { t } = useTranslation('dashboard')
  const live = useLive()
  if (live.status === 'loading')
    return <div className={styles.loading} role="status" aria-label={t('loading')} />
  if (live.status === 'failed')
    return (
      <div className={styles.message} role="alert">
        <HeaderContent>
          <NeverOnline />
        </HeaderContent>
        <p>{live.fault.code === 'network' ? t('failed.network') : t('failed.other')}</p>
        <Button onClick={live.retry}>{t('failed.retry')}</Button>
      </div>
    )
  if (live.systems.length === 0)
    return (
      without ?? (
        <div className={styles.message}>
          <p>{t('noSystem.title')}</p>
          <Link to="/settings">{t('noSystem.settings')}</Link>
        </div>
      )
    )
  return <Ready live={live}>{children}</Ready>
}
