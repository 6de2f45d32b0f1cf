import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSignedIn } from '../../session.ts'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import { useLinkToken } from '../../shell/useLinkToken.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { Ended } from './Ended.tsx'

type End = { readonly email: string } | 'failed'

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation('email')
  return (
    <Ended kind="ok" text={t('confirm.done', { email })}>
      {isSignedIn() ? (
        <TextLink to="/dashboard">{t('confirm.dashboard')}</TextLink>
      ) : (
        <TextLink to="/login">{t('confirm.signIn')}</TextLink>
      )}
    </Ended>
  )
}

function Failed() {
  const { t } = useTranslation('email')
  return (
    <Ended kind="danger" text={t('confirm.failed')}>
      <TextLink to="/user">{t('confirm.user')}</TextLink>
    </Ended>
  )
}

/** Confirms an e-mail address with the token of the link that was sent there, and the account's password (AUT-16). */
export function Component() {
  const { t } = useTranslation('email')
  const token = useLinkToken()
  const [spent, setSpent] = useState<{ token: string; how: End } | null>(null)
  const end = token === null ? 'failed' : spent?.token === token ? spent.how : null
  return (
    <AuthLayout>
      <Panel title={t('confirm.title')}>
        {end === 'failed' ? (
          <Failed />
        ) : end ? (
          <Confirmed email={end.email} />
        ) : (
          token !== null && (
            <ConfirmForm key={token} token={token} ended={(how) => setSpent({ token, how })} />
          )
        )}
      </Panel>
    </AuthLayout>
  )
}
