import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useLinkToken } from '../email/useLinkToken.ts'
import { ChooseForm } from './ChooseForm.tsx'
import { RequestForm } from './RequestForm.tsx'
import { Component as RequestPage } from './RequestPage.tsx'

/** The outcome, and what to do next. */
function Ended({ how }: { how: 'done' | 'failed' }) {
  const { t } = useTranslation('reset')
  return (
    <>
      <div className={styles.form}>
        <Notice kind={how === 'done' ? 'ok' : 'danger'} text={t(how)} />
      </div>
      {how === 'failed' && <RequestForm />}
      <p className={styles.foot}>
        <TextLink to="/login">{t('signIn')}</TextLink>
      </p>
    </>
  )
}

/** Sets a new password with a link's token; without one, offers to send a link (NAV-06). */
export function Component() {
  const { t } = useTranslation('reset')
  const token = useLinkToken()
  const [spent, setSpent] = useState<{ token: string; how: 'done' | 'failed' } | null>(null)
  if (token === null) return <RequestPage />
  return (
    <AuthLayout>
      {spent?.token === token ? (
        <Panel title={t('title')}>
          <Ended how={spent.how} />
        </Panel>
      ) : (
        <Panel title={t('choose')} intro={t('chooseIntro')}>
          <ChooseForm key={token} token={token} ended={(how) => setSpent({ token, how })} />
        </Panel>
      )}
    </AuthLayout>
  )
}
