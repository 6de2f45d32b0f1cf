import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import styles from './Live.module.css'

/** The time zone of a page's days and times, on phones (PRD-02). Elsewhere the top bar shows it. */
export function TimeZone({ of }: { of: string }) {
  const { t } = useTranslation('dashboard')
  return useShape() === 'phone' ? <p className={styles.zone}>{t('zone', { zone: of })}</p> : null
}
