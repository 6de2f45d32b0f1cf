import type { Claim } from '@kellersonne/contract/systems'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmRegistration } from '../../data/accounts.ts'
import { toFault } from '../../data/client.ts'
import { AttemptNotice } from '../../shell/AttemptNotice.tsx'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import { useAttempt } from '../../shell/useAttempt.ts'
import { useLinkToken } from '../../shell/useLinkToken.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../../ui/Form.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Registered } from './Registered.tsx'

type Props = { token: string; ended: (claims: readonly Claim[] | 'failed') => void }

/** Nothing happens before the button is pressed: mail programs look at links too. */
function Confirm({ token, ended }: Props) {
  const { t } = useTranslation('register')
  const { busy, fault, left, attempt } = useAttempt()
  const confirm = () =>
    attempt(async () => {
      try {
        ended(await confirmRegistration(token))
      } catch (cause) {
        if (toFault(cause).code === 'link_invalid') return ended('failed')
        throw cause
      }
    })
  return (
    <Panel title={t('confirm.title')}>
      <div className={styles.form}>
        <p>{t('confirm.intro')}</p>
        <AttemptNotice fault={fault} left={left} />
        <Button busy={busy} onClick={() => void confirm()}>
          {busy ? t('confirm.busy') : t('confirm.submit')}
        </Button>
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

/** Ends a registration with the token of the link that was sent to its address (AUT-15). */
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
