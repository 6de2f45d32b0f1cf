import { IconBell, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useLocation } from '../../../platform/router/context.tsx'
import { Link } from '../../../platform/router/Link.tsx'
import rows from '../../../ui/controls/MenuRow.module.css'
import { useRefetchWhenVisible } from '../../../ui/hooks/useRefetchWhenVisible.ts'
import styles from './AlertNews.module.css'
import { alertPage } from './api.ts'

const LOOK_MS = 5 * 60_000

/** In the bell's menu: how many alerts are open, and the way to them. `setOpen` is called with their number. */
export function AlertNews({ setOpen }: { setOpen: (open: number) => void }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const query = alertPage(1)
  const { refresh } = query
  const { value, fault } = query.use()
  const open = value?.open ?? 0
  useEffect(() => setOpen(open), [open, setOpen])
  useRefetchWhenVisible(true, refresh)
  useEffect(() => {
    const timer = setInterval(() => void refresh(), LOOK_MS)
    return () => clearInterval(timer)
  }, [refresh])
  const known = value && !fault
  const count = open > 0 ? t('alerts.open', { count: open }) : t('alerts.none')
  return (
    <div className={styles.news}>
      <h2 className={styles.head}>{t('alerts.title')}</h2>
      <Link to="/alerts" className={rows.row} aria-current={pathname === '/alerts' ? 'page' : undefined}>
        <IconBell size={20} stroke={1.5} aria-hidden />
        <span className={styles.words}>
          <strong>{known ? count : t('alerts.unknown')}</strong>
          <span>{t('alerts.all')}</span>
        </span>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </div>
  )
}
