import { IconLogout, IconSettings, IconUser, IconVocabulary } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Bell } from '../../features/firmware/offers/Bell.tsx'
import avatar from '../../features/identity/user/Avatar.module.css'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderContent.tsx'
import { Logo } from '../../ui/layout/Logo.tsx'
import { AppearanceMenu } from './appearance/AppearanceMenu.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { LinkRow } from './LinkRow.tsx'
import styles from './TopBar.module.css'
import { whenIdle } from './whenIdle.ts'

const Nobody = () => (
  <span className={avatar.avatar}>
    <IconUser size={18} stroke={1.5} aria-hidden />
  </span>
)
/** The account's picture and e-mail address load after the page's content; if they fail, a placeholder is shown. */
const Avatar = lazy(
  whenIdle(async () => (await import('../../features/identity/user/Avatar.tsx')).Avatar, Nobody),
)
const SignedInAs = lazy(
  whenIdle(
    async () => (await import('./SignedInAs.tsx')).SignedInAs,
    () => null,
  ),
)

const AlertNews = lazy(
  whenIdle<{ setOpen: (open: number) => void }>(
    async () => (await import('../../features/messages/alerts/AlertNews.tsx')).AlertNews,
    () => null,
  ),
)

/** The title, the page's own header content and the menus. */
export function TopBar({ title }: { title: string }) {
  const { t } = useTranslation('shell')
  const { key } = useLocation()
  const profile = useId()
  const [open, setOpen] = useState(0)
  const news = open > 0 ? { count: open, words: t('alerts.open', { count: open }) } : null
  return (
    <header className={styles.bar}>
      <span className={styles.logo}>
        <Logo size={28} />
      </span>
      <Breadcrumb />
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <HeaderSlot className={styles.slot} />
      <div className={styles.menus} data-screen>
        <AppearanceMenu />
        <PartBoundary quiet of={key}>
          <Bell more={news}>
            <Suspense fallback={null}>
              <AlertNews setOpen={setOpen} />
            </Suspense>
          </Bell>
        </PartBoundary>
        <IconButton label={t('profile')} popoverTarget={profile}>
          <PartBoundary quiet of={key}>
            <Suspense fallback={<Nobody />}>
              <Avatar />
            </Suspense>
          </PartBoundary>
        </IconButton>
        <Dropdown key={key} id={profile} label={t('profile')}>
          <PartBoundary quiet>
            <Suspense fallback={null}>
              <SignedInAs />
            </Suspense>
          </PartBoundary>
          <LinkRow to="/settings" icon={IconSettings}>
            {t('settings')}
          </LinkRow>
          <LinkRow to="/glossary" icon={IconVocabulary}>
            {t('glossary')}
          </LinkRow>
          <LinkRow to="/logout" icon={IconLogout}>
            {t('signOut')}
          </LinkRow>
        </Dropdown>
      </div>
    </header>
  )
}
