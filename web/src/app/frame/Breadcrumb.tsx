import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import styles from './Breadcrumb.module.css'

/** On a page below the dashboard, the link to its parent; an arrow on phones. */
export function Breadcrumb() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  if (!pathname.startsWith('/dashboard/')) return null
  return (
    <nav className={styles.path} aria-label={t('path')}>
      <Link to="/dashboard" aria-label={t('dashboard')}>
        <span>{t('dashboard')}</span>
        <IconChevronLeft size={24} stroke={1.5} aria-hidden />
      </Link>
      <IconChevronRight size={16} stroke={1.5} aria-hidden />
    </nav>
  )
}
