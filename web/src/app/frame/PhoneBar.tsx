import {
  IconBattery2,
  IconBell,
  IconCalendar,
  IconChartAreaLine,
  IconCircleArrowUp,
  IconDots,
  IconLayoutDashboard,
  IconLogout,
  IconSettings,
  IconUser,
  IconVocabulary,
} from '@tabler/icons-react'
import { useId } from 'react'
import { UpdateBadge } from '../../features/firmware/offers/UpdateBadge.tsx'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { NavLink } from '../../platform/router/Link.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { AppearanceRows } from './appearance/AppearanceRows.tsx'
import { LinkRow } from './LinkRow.tsx'
import styles from './PhoneBar.module.css'

/** Pages behind "more" that do not belong to the dashboard. */
const MORE = ['/settings', '/user', '/glossary']

/** The navigation and the menus at the bottom, within a thumb's reach. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const more = useId()
  return (
    <nav className={styles.bar} aria-label={t('navigation')}>
      <NavLink to="/dashboard" className={styles.entry}>
        <IconLayoutDashboard size={24} stroke={1.5} aria-hidden />
        {t('dashboard')}
      </NavLink>
      <NavLink to="/charts" className={styles.entry}>
        <IconChartAreaLine size={24} stroke={1.5} aria-hidden />
        {t('charts')}
      </NavLink>
      <NavLink to="/calendar" className={styles.entry}>
        <IconCalendar size={24} stroke={1.5} aria-hidden />
        {t('calendar')}
      </NavLink>
      <NavLink to="/update" className={styles.entry}>
        <IconCircleArrowUp size={24} stroke={1.5} aria-hidden />
        {t('update')}
        <UpdateBadge />
      </NavLink>
      <button
        type="button"
        className={styles.entry}
        popoverTarget={more}
        aria-current={MORE.includes(pathname) || undefined}
      >
        <IconDots size={24} stroke={1.5} aria-hidden />
        {t('more')}
      </button>
      <Dropdown key={pathname} id={more} label={t('more')} placement="above">
        <div className={styles.more}>
          <LinkRow to="/dashboard/batteries" icon={IconBattery2}>
            {t('batteries')}
          </LinkRow>
          <LinkRow to="/alerts" icon={IconBell}>
            {t('alerts.title')}
          </LinkRow>
          <LinkRow to="/settings" icon={IconSettings}>
            {t('settings')}
          </LinkRow>
          <LinkRow to="/user" icon={IconUser}>
            {t('user')}
          </LinkRow>
          <LinkRow to="/glossary" icon={IconVocabulary}>
            {t('glossary')}
          </LinkRow>
          <AppearanceRows />
          <LinkRow to="/logout" icon={IconLogout}>
            {t('signOut')}
          </LinkRow>
        </div>
      </Dropdown>
    </nav>
  )
}
