import type { Claim } from '@kellersonne/contract/systems/systems'
import { useId, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirmRegistration, type PendingRegistration } from '../api/accounts.ts'
import { PasswordForm } from '../fields/PasswordForm.tsx'
import { type CodeFaults, CodeFields, focusFault, readCodes } from './CodeFields.tsx'
import { Registered } from './Registered.tsx'
import { RegistrationOf } from './RegistrationOf.tsx'
import { keptCodes } from './typedCodes.ts'
import { useRegistrationCheck } from './useRegistrationCheck.ts'

type Props = { token: string; ended: (claims: readonly Claim[] | 'failed') => void }

/** The password is chosen by whoever received the mail, not by whoever filled in the form. */
function Confirm({ token, of, ended }: Props & { of: PendingRegistration }) {
  const { t } = useTranslation('register')
  const id = useId()
  const [faults, setFaults] = useState<CodeFaults>({})
  const [kept] = useState(() => keptCodes(of.email))

  async function save(password: string, form: FormData) {
    const { codes, faults: wrong } = readCodes(form)
    setFaults(wrong ?? {})
    if (wrong) return focusFault(wrong)
    ended(await confirmRegistration({ token, password, ...codes }))
  }

  return (
    // Named, because the form takes the focus: a screen reader says whose account it makes.
    <fieldset aria-labelledby={id} className={styles.form}>
      <RegistrationOf id={id} of={of} />
      <p>{t('confirm.intro')}</p>
      <PasswordForm
        words={{ label: t('password'), submit: t('confirm.submit'), busy: t('confirm.busy') }}
        own={{ input_invalid: t('confirm.check') }}
        save={save}
        refused={() => ended('failed')}
      >
        <CodeFields count={of.codes} kept={kept} faults={faults} />
      </PasswordForm>
    </fieldset>
  )
}

/** Shows the form once it is known whose account it makes. */
function Link({ token, ended }: Props) {
  const { t } = useTranslation('register')
  const { found, fault, ask } = useRegistrationCheck(token)
  if (found === 'over') return <Failed />
  return (
    <Panel title={t('confirm.title')}>
      {found ? (
        <Confirm token={token} of={found} ended={ended} />
      ) : (
        <Pending known={false} fault={fault} retry={ask} />
      )}
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
        <Link key={token} token={token ?? ''} ended={(how) => setEnd({ token, claims: how })} />
      )}
    </AuthLayout>
  )
}
