import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Link } from '../../platform/router/Link.tsx'
import { isSignedIn } from '../../platform/session.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './HomePage.module.css'

/** The home page: what the portal is, with links to sign-in and registration. */
export function Component() {
  const { t } = useTranslation('about')
  return (
    <AuthLayout>
      <Panel title={t('home.heading')}>
        <p className={styles.text}>{t('home.text')}</p>
        <div className={styles.ways}>
          {isSignedIn() ? (
            <Link to="/dashboard">{t('home.dashboard')}</Link>
          ) : (
            <>
              <Link to="/login">{t('home.signIn')}</Link>
              <Link to="/register">{t('home.register')}</Link>
            </>
          )}
        </div>
      </Panel>
    </AuthLayout>
  )
}
