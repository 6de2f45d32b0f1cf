import {
  IconBattery2,
  IconCalendar,
  IconChartAreaLine,
  IconHome,
  IconLayoutDashboard,
  IconSettings,
  IconUser,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { Logo } from '../ui/Logo.tsx'
import styles from './Sidebar.module.css'

const Entry = ({ to, icon: Icon, name }: { to: string; icon: TablerIcon; name: string }) => (
  <NavLink to={to} className={() => styles.entry} title={name}>
    <Icon size={20} stroke={1.5} aria-hidden />
    <span className={styles.word}>{name}</span>
  </NavLink>
)

const Page = ({ to, icon: Icon, name }: { to: string; icon: TablerIcon; name: string }) => (
  <li>
    <NavLink to={to} end className={() => styles.page} title={name}>
      <Icon className={styles.icon} size={18} stroke={1.5} aria-hidden />
      <span className={styles.word}>{name}</span>
    </NavLink>
  </li>
)

/** Pages of the dashboard with addresses of their own (NAV-08). */
const PAGES = ['/charts', '/calendar']

/** Where one can go: the areas, and below the one shown, its pages. */
export function Sidebar() {
  const { t } = useTranslation(['shell', 'common'])
  const { pathname } = useLocation()
  return (
    <nav className={styles.sidebar} aria-label={t('navigation')}>
      <div className={styles.brand}>
        <Logo size={32} />
        <span className={styles.word}>{t('common:product')}</span>
      </div>
      <ul>
        <li>
          <Entry to="/dashboard" icon={IconLayoutDashboard} name={t('dashboard')} />
          <ul className={styles.pages} data-open={PAGES.includes(pathname) || undefined}>
            <Page to="/dashboard" icon={IconHome} name={t('overview')} />
            <Page to="/dashboard/batteries" icon={IconBattery2} name={t('batteries')} />
            <Page to="/charts" icon={IconChartAreaLine} name={t('charts')} />
            <Page to="/calendar" icon={IconCalendar} name={t('calendar')} />
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
