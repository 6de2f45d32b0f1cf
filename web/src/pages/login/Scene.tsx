import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/Logo.tsx'
import { Drawing } from './Drawing.tsx'
import styles from './Scene.module.css'

type Props = {
  /** What stands at the right of the top bar. */
  switches: ReactNode
  children: ReactNode
}

/** What surrounds the pages before sign-in: top bar, drawing on the ground line, footer. */
export function Scene({ switches, children }: Props) {
  const { t } = useTranslation(['common', 'signIn'])
  return (
    <div className={styles.scene}>
      <header className={styles.bar}>
        <Logo />
        <span className={styles.name}>{t('product')}</span>
        {switches}
      </header>
      <main className={styles.main} id="content">
        <div className={styles.ground} aria-hidden />
        <Drawing label={t('signIn:drawing')} />
        {children}
      </main>
      <footer className={styles.footer}>{t('copyright', { year: new Date().getFullYear() })}</footer>
    </div>
  )
}
