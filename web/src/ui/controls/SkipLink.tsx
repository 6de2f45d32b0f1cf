import { useTranslation } from '../../platform/i18n/i18n.ts'
import styles from './SkipLink.module.css'

/** Skips the navigation for keyboard users; visible while focused. */
export function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <a data-screen className={styles.skip} href="#content">
      {t('skip')}
    </a>
  )
}
