import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { useTexts, useTranslation } from '../../platform/i18n/i18n.ts'
import { useLocation } from '../../platform/router/context.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import styles from './AboutPage.module.css'

const pages = ['contact', 'imprint', 'privacy', 'terms'] as const

/** Placeholder for an operator's page that does not exist yet. */
export function Component() {
  const { t } = useTranslation('about')
  const texts = useTexts('about')
  const { pathname } = useLocation()
  const page = pages.find((name) => pathname.startsWith(`/${name}`)) ?? 'contact'
  return (
    <AuthLayout plain>
      <article className={styles.article}>
        <h1 tabIndex={-1}>{t(`${page}.title`)}</h1>
        {page === 'terms' && <p>{t('terms.version', { version: TERMS_VERSION })}</p>}
        <p>{t('operator', { variable: `${page.toUpperCase()}_URL` })}</p>
        {texts[page].sections.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </article>
    </AuthLayout>
  )
}
