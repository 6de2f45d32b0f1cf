import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ChooseForm } from './ChooseForm.tsx'
import { RequestForm } from './RequestForm.tsx'
import { Component as RequestPage } from './RequestPage.tsx'
import { useLinkCheck } from './useLinkCheck.ts'

type End = 'done' | 'failed' | 'over'

/** The outcome, and what to do next. */
function Ended({ how }: { how: End }) {
  const { t } = useTranslation('reset')
  return (
    <>
      <div className={styles.form}>
        <Notice kind={how === 'done' ? 'ok' : 'danger'} text={t(how)} />
      </div>
      {how !== 'done' && <RequestForm />}
      <p className={styles.foot}>
        <TextLink to="/login">{t('signIn')}</TextLink>
      </p>
    </>
  )
}

/** The form of a link; one that was used or has expired shows none (AUT-06). */
function Link({ token }: { token: string }) {
  const { t } = useTranslation('reset')
  const link = useLinkCheck(token)
  const [end, setEnd] = useState<End | null>(null)
  const ended = end ?? (link === 'over' ? 'over' : null)
  if (ended)
    return (
      <Panel title={t('title')}>
        <Ended how={ended} />
      </Panel>
    )
  return (
    <Panel title={t('choose')} intro={t('chooseIntro')}>
      {link === null || link === 'over' ? (
        <p role="status">{t('checking')}</p>
      ) : (
        <ChooseForm token={token} linked={link.linked} ended={setEnd} />
      )}
    </Panel>
  )
}

/** Sets a new password with a link's token; without one, offers to send a link (NAV-06). */
export function Component() {
  const token = useLinkToken()
  if (token === null) return <RequestPage />
  return (
    <AuthLayout>
      <Link key={token} token={token} />
    </AuthLayout>
  )
}
