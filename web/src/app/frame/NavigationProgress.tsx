import { useNavigation } from 'react-router'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import styles from './NavigationProgress.module.css'

/** A progress bar while a navigation is pending. */
export function NavigationProgress() {
  const { t } = useTranslation('shell')
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div role="progressbar" aria-label={t('loading')} className={styles.bar} />
}
