import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { isSignedIn } from '../../../platform/session.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { RequestForm } from './RequestForm.tsx'

/** Requests a link to choose a new password (NAV-06). */
export function Component() {
  const { t } = useTranslation('reset')
  return (
    <AuthLayout>
      <Panel title={t('title')}>
        <RequestForm />
        {!isSignedIn() && (
          <p className={styles.foot}>
            <TextLink to="/login">{t('signIn')}</TextLink>
          </p>
        )}
      </Panel>
    </AuthLayout>
  )
}
