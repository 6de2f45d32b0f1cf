import { IconLayoutDashboard, IconSettings, IconUser, type Icon as TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Logo } from '../ui/Logo.tsx'
import styles from './Sidebar.module.css'

const Entry = ({ to, icon: Icon, name }: { to: string; icon: TablerIcon; name: string }) => (
  <NavLink to={to} className={() => styles.entry} title={name}>
    <Icon size={20} stroke={1.5} aria-hidden />
    <span className={styles.word}>{name}</span>
  </NavLink>
)

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
          <Entry to="/dashboard" icon={IconLayoutDashboard} name={t('dashboard')} />
          <ul className={styles.pages}>
            <li>
              <NavLink to="/dashboard" end className={() => styles.page}>
                {t('overview')}
              </NavLink>
            </li>
            <li>
              <NavLink to="/dashboard/batteries" className={() => styles.page}>
                {t('batteries')}
              </NavLink>
            </li>
          </ul>
        </li>
        <li>
          <Entry to="/settings" icon={IconSettings} name={t('settings')} />
        </li>
        <li>
          <Entry to="/user" icon={IconUser} name={t('user')} />
        </li>
      </ul>
    </nav>
  )
}
