import { useTranslation } from 'react-i18next'
import styles from './SkipLink.module.css'

/** The way past the navigation, for who goes by keyboard; shows when it has the focus. */
export function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <a className={styles.skip} href="#content">
      {t('skip')}
    </a>
  )
}
