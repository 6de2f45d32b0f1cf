import { IconAdjustmentsHorizontal, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { lazy, type RefCallback, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Dropdown } from '../ui/Dropdown.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { AppearanceRows } from './AppearanceRows.tsx'
import avatar from './Avatar.module.css'
import { LinkRow } from './LinkRow.tsx'
import styles from './TopBar.module.css'

const Nobody = () => (
  <span className={avatar.avatar}>
    <IconUser size={18} stroke={1.5} aria-hidden />
  </span>
)
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
/** Who is signed in comes after what they came for; without it there is a way on too. */
const Avatar = lazy(async () => {
  await idle()
  return import('./Avatar.tsx').then(
    (loaded) => ({ default: loaded.Avatar }),
    () => ({ default: Nobody }),
  )
})

/** Title, what the page puts beside it, and the menus. */
export function TopBar({ title, slot }: { title: string; slot: RefCallback<HTMLElement> }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
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
          <Suspense fallback={<Nobody />}>
            <Avatar />
          </Suspense>
        </IconButton>
        <Dropdown key={pathname} id={profile} label={t('profile')}>
          <LinkRow to="/settings" icon={IconSettings}>
            {t('settings')}
          </LinkRow>
          <LinkRow to="/logout" icon={IconLogout}>
            {t('signOut')}
          </LinkRow>
        </Dropdown>
      </div>
    </header>
  )
}
