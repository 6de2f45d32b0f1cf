import {
  IconBattery2,
  IconCalendar,
  IconChartAreaLine,
  IconCircleArrowUp,
  IconHome,
  IconLayoutDashboard,
  IconSettings,
  IconUser,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { useLocation } from '../../../platform/router/context.tsx'
import { NavLink } from '../../../platform/router/Link.tsx'
import { Logo } from '../../../ui/layout/Logo.tsx'
import '../../../ui/styles/palette.css'
import { UpdateBadge } from '../../../features/firmware/offers/UpdateBadge.tsx'
import styles from './Sidebar.module.css'
import { FixedToggle, Toggle } from './Toggles.tsx'
import { useMini } from './useMini.ts'

type Way = { to: string; icon: TablerIcon; name: string }

const Entry = ({ to, icon: Icon, name, children }: Way & { children?: ReactNode }) => (
  <NavLink to={to} className={styles.entry} title={name}>
    <Icon size={20} stroke={1.5} aria-hidden />
    <span className={styles.word}>{name}</span>
    {children}
  </NavLink>
)

const Page = ({ to, icon: Icon, name }: Way) => (
  <li>
    <NavLink to={to} end className={styles.page} title={name}>
      <Icon className={styles.icon} size={18} stroke={1.5} aria-hidden />
      <span className={styles.word}>{name}</span>
    </NavLink>
  </li>
)

/** Dashboard pages with URLs of their own (NAV-08). */
const PAGES = ['/charts', '/calendar', '/corrections']

/** Navigation: the sections, with the pages of the current one below it. */
export function Sidebar() {
  const { t } = useTranslation('shell', 'common')
  const { pathname } = useLocation()
  const { ground, title } = usePreferences(({ sidebar }) => sidebar)
  const { mini } = useMini()
  return (
    <nav
      className={`${styles.sidebar} side-palette`}
      data-mini={mini || undefined}
      data-ground={ground}
      data-title={title}
      aria-label={t('navigation')}
    >
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
          <Entry to="/update" icon={IconCircleArrowUp} name={t('update')}>
            <UpdateBadge />
          </Entry>
        </li>
        <li>
          <Entry to="/settings" icon={IconSettings} name={t('settings')} />
        </li>
        <li>
          <Entry to="/user" icon={IconUser} name={t('user')} />
        </li>
      </ul>
      <Toggle />
      <FixedToggle />
    </nav>
  )
}
