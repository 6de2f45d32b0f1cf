import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Panel.module.css'

/** The card of the sign-in page. */
export function Panel({ children }: { children: ReactNode }) {
  const { t } = useTranslation('signIn')
  return (
    <section className={styles.panel} aria-labelledby="sign-in-title">
      <h1 className={styles.title} id="sign-in-title" tabIndex={-1}>
        {t('title')}
      </h1>
      <p className={styles.intro}>{t('intro')}</p>
      {children}
    </section>
  )
}
