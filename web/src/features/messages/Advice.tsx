import { entryOf, severityOf } from '@kellersonne/core/messages/messages'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import styles from './MessageRows.module.css'

/** What to do about a message. For pages that have loaded the bundle `details`. */
export function Advice({ code }: { code: string }) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.advice} data-severity={severityOf(code)}>
      <strong>{t('whatNow')}</strong>
      <p>{t(`about.${entryOf(code)}.advice`, { code })}</p>
    </div>
  )
}
