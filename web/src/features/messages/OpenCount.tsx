import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import styles from './Message.module.css'

/** The number of open messages. */
export function OpenCount({ open }: { open: number }) {
  const { t } = useTranslation('dashboard')
  const Icon = open > 0 ? IconAlertTriangle : IconCircleCheck
  return (
    <span className={styles.count} data-open={open > 0 ? 'some' : 'none'}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {open > 0 ? t('openCount', { count: open }) : t('noneOpen')}
    </span>
  )
}
