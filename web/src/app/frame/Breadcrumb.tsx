import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import styles from './Breadcrumb.module.css'

const parentOf = (pathname: string) =>
  pathname.startsWith('/dashboard/') ? 'dashboard' : pathname === '/corrections' ? 'charts' : null

/** On a page below the dashboard or the charts, the link to its parent; an arrow on phones. */
export function Breadcrumb() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const parent = parentOf(pathname)
  if (parent === null) return null
  return (
    <nav className={styles.path} aria-label={t('path')}>
      <Link to={`/${parent}`} aria-label={t(parent)}>
        <span>{t(parent)}</span>
        <IconChevronLeft size={24} stroke={1.5} aria-hidden />
      </Link>
      <IconChevronRight size={16} stroke={1.5} aria-hidden />
    </nav>
  )
}
