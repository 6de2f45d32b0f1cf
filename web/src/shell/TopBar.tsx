import { IconAdjustmentsHorizontal, IconUser } from '@tabler/icons-react'
import type { RefCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../ui/Dropdown.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import { SignOutRow } from './SignOutRow.tsx'
import styles from './TopBar.module.css'

/** Title, what the page puts beside it, and the menus. */
export function TopBar({ title, slot }: { title: string; slot: RefCallback<HTMLElement> }) {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.bar}>
      <span className={styles.logo}>
        <Logo size={28} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.slot} ref={slot} />
      <div className={styles.menus}>
        <Dropdown
          label={t('appearance')}
          opener={(props) => (
            <IconButton {...props} label={t('appearance')}>
              <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
            </IconButton>
          )}
        >
          <div className={styles.appearance}>
            <AppearanceRows />
          </div>
        </Dropdown>
        <Dropdown
          label={t('profile')}
          opener={(props) => (
            <IconButton {...props} label={t('profile')}>
              <span className={styles.profile}>
                <IconUser size={18} stroke={1.5} aria-hidden />
              </span>
            </IconButton>
          )}
        >
          <SignOutRow />
        </Dropdown>
      </div>
    </header>
  )
}
