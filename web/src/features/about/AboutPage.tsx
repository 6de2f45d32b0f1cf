import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import styles from './AboutPage.module.css'

const pages = ['contact', 'imprint', 'privacy', 'terms'] as const

/** Placeholder for an operator's page that does not exist yet. */
export function Component() {
  const { t } = useTranslation('about')
  const { pathname } = useLocation()
  const page = pages.find((name) => pathname.startsWith(`/${name}`)) ?? 'contact'
  return (
    <AuthLayout plain>
      <article className={styles.article}>
        <h1 tabIndex={-1}>{t(`${page}.title`)}</h1>
        {page === 'terms' && <p>{t('terms.version', { version: TERMS_VERSION })}</p>}
        <p>{t('operator', { variable: `${page.toUpperCase()}_URL` })}</p>
        {t(`${page}.sections`, { returnObjects: true }).map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </article>
    </AuthLayout>
  )
}
