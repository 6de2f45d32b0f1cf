import type { Claim } from '@kellersonne/contract/systems/systems'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirmRegistration } from '../api/accounts.ts'
import { PasswordForm } from '../fields/PasswordForm.tsx'
import { Registered } from './Registered.tsx'

type Props = { token: string; ended: (claims: readonly Claim[] | 'failed') => void }

/** The password is chosen by whoever received the mail, not by whoever filled in the form. */
function Confirm({ token, ended }: Props) {
  const { t } = useTranslation('register')
  return (
    <Panel title={t('confirm.title')}>
      <div className={styles.form}>
        <p>{t('confirm.intro')}</p>
        <PasswordForm
          words={{ label: t('password'), submit: t('confirm.submit'), busy: t('confirm.busy') }}
          own={{ input_invalid: t('confirm.check') }}
          save={async (password) => ended(await confirmRegistration(token, password))}
          refused={() => ended('failed')}
        />
      </div>
    </Panel>
  )
}

function Failed() {
  const { t } = useTranslation('register')
  return (
    <Panel title={t('confirm.title')}>
      <div className={styles.form}>
        <Notice kind="danger" text={t('confirm.failed')} />
      </div>
      <p className={styles.foot}>
        <TextLink to="/register">{t('submit')}</TextLink> <TextLink to="/login">{t('signIn')}</TextLink>
      </p>
    </Panel>
  )
}

/** Completes a registration with the token of the link sent to its address (AUT-15). */
export function Component() {
  const token = useLinkToken()
  const [end, setEnd] = useState<{ token: string | null; claims: readonly Claim[] | 'failed' } | null>(null)
  const claims = end?.token === token ? end.claims : token === null ? 'failed' : null
  return (
    <AuthLayout>
      {claims === 'failed' ? (
        <Failed />
      ) : claims ? (
        <Registered claims={claims} />
      ) : (
        <Confirm key={token} token={token ?? ''} ended={(how) => setEnd({ token, claims: how })} />
      )}
    </AuthLayout>
  )
}
