import { IconLayoutDashboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Logo } from '../ui/Logo.tsx'
import styles from './Sidebar.module.css'

/** Where one can go: the areas, and below the one shown, its pages. */
export function Sidebar() {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <nav className={styles.sidebar} aria-label={t('navigation')}>
      <div className={styles.brand}>
        <Logo size={32} />
        <span className={styles.word}>{t('common:product')}</span>
      </div>
      <ul>
        <li>
          <NavLink to="/dashboard" className={() => styles.entry} title={t('dashboard')}>
            <IconLayoutDashboard size={20} stroke={1.5} aria-hidden />
            <span className={styles.word}>{t('dashboard')}</span>
          </NavLink>
          <ul className={styles.pages}>
            <li>
              <NavLink to="/dashboard" end className={() => styles.page}>
                {t('overview')}
              </NavLink>
            </li>
          </ul>
        </li>
      </ul>
    </nav>
  )
}
