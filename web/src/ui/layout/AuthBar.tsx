import {
  IconHome,
  IconLayoutDashboard,
  IconLock,
  IconLogin,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUserPlus,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { chooseDark, chooseLanguage, usePreferences } from '../../platform/preferences.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { NavLink } from '../../platform/router/Link.tsx'
import { isSignedIn } from '../../platform/session.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './AuthBar.module.css'

type Entry = { to: string; icon: TablerIcon; name: string }

/** Navigation entries. Signed-in owners get no link to sign-in. */
function useEntries(bare: boolean): readonly Entry[] {
  const { t } = useTranslation('common', 'shell')
  const home = { to: '/home', icon: IconHome, name: t('home') }
  const lock = { to: '/lock', icon: IconLock, name: t('resetPassword') }
  if (bare) return [lock]
  if (isSignedIn()) return [home, { to: '/dashboard', icon: IconLayoutDashboard, name: t('shell:dashboard') }]
  return [
    home,
    { to: '/register', icon: IconUserPlus, name: t('register') },
    { to: '/login', icon: IconLogin, name: t('signIn') },
    lock,
  ]
}

/**
 * Navigation between the pages before sign-in, language and appearance; on narrow screens a menu, which every
 * navigation closes. The home page is loaded from the server: it may be the operator's.
 */
export function AuthBar({ bare }: { bare: boolean }) {
  const { t } = useTranslation('shell', 'common')
  const { dark, language } = usePreferences()
  const { key } = useLocation()
  const entries = useEntries(bare)
  const menu = useId()
  const Light = dark ? IconSun : IconMoon
  const light = { label: dark ? t('toLight') : t('toDark'), onClick: () => chooseDark(!dark) }
  return (
    <>
      <nav key={key} id={menu} popover="auto" className={styles.menu} aria-label={t('navigation')}>
        {entries.map(({ to, icon: Icon, name }) => (
          <NavLink key={to} to={to} reload={to === '/home'} className={styles.entry}>
            <Icon size={18} stroke={1.5} aria-hidden />
            {name}
          </NavLink>
        ))}
        <button type="button" className={`${styles.entry} ${styles.narrow}`} onClick={light.onClick}>
          <Light size={18} stroke={1.5} aria-hidden />
          {light.label}
        </button>
      </nav>
      <IconButton
        label={`${language.toUpperCase()}: ${t('otherLanguage')}`}
        onClick={() => void chooseLanguage(language === 'de' ? 'en' : 'de')}
      >
        {language.toUpperCase()}
      </IconButton>
      <span className={styles.broad}>
        <IconButton {...light}>
          <Light size={20} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
      <span className={styles.narrow}>
        <IconButton label={t('common:menu')} popoverTarget={menu}>
          <IconMenu2 size={24} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
    </>
  )
}
