import { IconDots, IconLayoutDashboard } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Dropdown } from '../ui/Dropdown.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import styles from './PhoneBar.module.css'
import { SignOutRow } from './SignOutRow.tsx'

/** The sidebar and the menus, within a thumb's reach. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const more = useId()
  return (
    <nav className={styles.bar} aria-label={t('navigation')}>
      <NavLink to="/dashboard" className={() => styles.entry}>
        <IconLayoutDashboard size={24} stroke={1.5} aria-hidden />
        {t('dashboard')}
      </NavLink>
      <button type="button" className={styles.entry} popoverTarget={more}>
        <IconDots size={24} stroke={1.5} aria-hidden />
        {t('more')}
      </button>
      <Dropdown id={more} label={t('more')} placement="above">
        <div className={styles.more}>
          <AppearanceRows />
          <SignOutRow />
        </div>
      </Dropdown>
    </nav>
  )
}
