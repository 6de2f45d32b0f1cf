import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { SkipLink } from '../controls/SkipLink.tsx'
import { Drawing } from '../scene/Drawing.tsx'
import { AuthBar } from './AuthBar.tsx'
import styles from './AuthLayout.module.css'
import { Logo } from './Logo.tsx'

type Props = {
  /** Omits the links to home, registration and sign-in (NAV-05). */
  bare?: boolean
  /** For long texts: omits the drawing. */
  plain?: boolean
  children: ReactNode
}

const pages = ['contact', 'imprint', 'privacy'] as const

/** The operator's pages, loaded from the server: they may be anywhere. */
function Footer() {
  const { t } = useTranslation('common')
  return (
    <footer className={styles.footer}>
      {pages.map((page) => (
        <a key={page} href={`/${page}`} target="_blank" rel="noopener">
          {t(page)}
          <IconExternalLink size={14} stroke={1.5} aria-hidden />
          <span className="visually-hidden">{t('newTab')}</span>
        </a>
      ))}
      <span className={styles.copyright}>{t('copyright', { year: new Date().getFullYear() })}</span>
    </footer>
  )
}

/** Layout of the pages before sign-in: top bar, drawing on the ground line, footer (NAV-03). */
export function AuthLayout({ bare = false, plain = false, children }: Props) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.scene}>
      <SkipLink />
      <header className={styles.bar}>
        <Logo />
        <span className={styles.name}>{t('product')}</span>
        <AuthBar bare={bare} />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        {!plain && (
          <>
            <div className={styles.ground} aria-hidden />
            <Drawing label={t('drawing')} />
          </>
        )}
        {children}
      </main>
      <Footer />
    </div>
  )
}
