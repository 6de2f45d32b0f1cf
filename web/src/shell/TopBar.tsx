import { IconAdjustmentsHorizontal, IconUser } from '@tabler/icons-react'
import { type RefCallback, useId } from 'react'
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
  const appearance = useId()
  const profile = useId()
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
        <IconButton label={t('appearance')} popoverTarget={appearance}>
          <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
        </IconButton>
        <Dropdown id={appearance} label={t('appearance')}>
          <div className={styles.appearance}>
            <AppearanceRows />
          </div>
        </Dropdown>
        <IconButton label={t('profile')} popoverTarget={profile}>
          <span className={styles.profile}>
            <IconUser size={18} stroke={1.5} aria-hidden />
          </span>
        </IconButton>
        <Dropdown id={profile} label={t('profile')}>
          <SignOutRow />
        </Dropdown>
      </div>
    </header>
  )
}
