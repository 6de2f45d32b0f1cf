import { IconDots, IconLayoutDashboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Dropdown } from '../ui/Dropdown.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import styles from './PhoneBar.module.css'
import { SignOutRow } from './SignOutRow.tsx'

/** The sidebar and the menus, within a thumb's reach. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  return (
    <nav className={styles.bar} aria-label={t('navigation')}>
      <NavLink to="/dashboard" className={() => styles.entry}>
        <IconLayoutDashboard size={24} stroke={1.5} aria-hidden />
        {t('dashboard')}
      </NavLink>
      <Dropdown
        label={t('more')}
        placement="above"
        opener={(props) => (
          <button {...props} type="button" className={styles.entry}>
            <IconDots size={24} stroke={1.5} aria-hidden />
            {t('more')}
          </button>
        )}
      >
        <div className={styles.more}>
          <AppearanceRows />
          <SignOutRow />
        </div>
      </Dropdown>
    </nav>
  )
}
