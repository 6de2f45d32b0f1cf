import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import styles from './Underway.module.css'

/** Says that the page asked for is on its way, where it takes a while. */
export function Underway() {
  const { t } = useTranslation('shell')
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div role="progressbar" aria-label={t('loading')} className={styles.bar} />
}
