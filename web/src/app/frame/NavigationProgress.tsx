import { useTranslation } from '../../platform/i18n/i18n.ts'
import { usePending } from '../../platform/router/context.tsx'
import styles from './NavigationProgress.module.css'

/** A progress bar while a navigation is pending. */
export function NavigationProgress() {
  const { t } = useTranslation('shell')
  if (!usePending()) return null
  return <div role="progressbar" aria-label={t('loading')} className={styles.bar} />
}
