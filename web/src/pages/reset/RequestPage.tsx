import { useTranslation } from 'react-i18next'
import { isSignedIn } from '../../session.ts'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import styles from '../../ui/Form.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { RequestForm } from './RequestForm.tsx'

/** Asks for a link to choose a new password with (NAV-06). */
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
