import type { Claim } from '@kellersonne/contract/systems/systems'
import { useId, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirmRegistration, type PendingRegistration } from '../api/accounts.ts'
import { CurrentPasswordForm } from '../fields/CurrentPasswordForm.tsx'
import { PasswordForm } from '../fields/PasswordForm.tsx'
import { type Account, AccountChoice } from './AccountChoice.tsx'
import { type CodeFaults, CodeFields, focusFault, readCodes } from './CodeFields.tsx'
import { Registered } from './Registered.tsx'
import { RegistrationOf } from './RegistrationOf.tsx'
import { keptCodes } from './typedCodes.ts'
import { useRegistrationCheck } from './useRegistrationCheck.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = { token: string; ended: (claims: readonly Claim[] | 'failed') => void }
/** `ask` looks at the link again. */
type ConfirmProps = Props & { of: PendingRegistration; ask: () => Promise<void> }

/** The password is chosen by whoever received the mail, not by whoever filled in the form. */
function Confirm({ token, of, ask, ended }: ConfirmProps) {
  const { t } = useTranslation('register')
  const format = useFormats()
  const id = useId()
  const [account, setAccount] = useState<Account | null>(null)
  const [faults, setFaults] = useState<CodeFaults>({})
  const [kept] = useState(() => keptCodes(of.email))
  const { codes: count, unconfirmed_since: since } = of
  const date = since && format.date(new Date(since), zone)

  async function save(password: string, form: FormData) {
    const { codes, faults: wrong } = readCodes(form)
    setFaults(wrong ?? {})
    if (wrong) return focusFault(wrong)
    try {
      ended(await confirmRegistration({ token, account: account ?? undefined, password, ...codes }))
    } catch (cause) {
      if (!('account' in toFault(cause).fields)) throw cause
      // An account has come with this address since the page was opened.
      await ask()
    }
  }

  const shared = { save, refused: () => ended('failed') }
  const codeFields = <CodeFields count={count} kept={kept} faults={faults} />
  return (
    // Named, because the form takes the focus: a screen reader says whose account it makes.
    <fieldset aria-labelledby={id} className={styles.form}>
      <RegistrationOf id={id} of={of} />
      {date && account === null && <AccountChoice date={date} choose={setAccount} />}
      {date && account === 'existing' && (
        <CurrentPasswordForm
          {...shared}
          words={{
            intro: `${t('confirm.account.intro', { date })} ${t('confirm.switch')}`,
            label: t('confirm.account.password'),
            submit: t('confirm.account.submit'),
            busy: t('confirm.account.busy'),
          }}
        >
          {codeFields}
        </CurrentPasswordForm>
      )}
      {(date === null || account === 'new') && (
        <>
          <p>{`${t('confirm.intro')} ${t('confirm.switch')}`}</p>
          <PasswordForm
            {...shared}
            words={{ label: t('password'), submit: t('confirm.submit'), busy: t('confirm.busy') }}
            own={{ input_invalid: t('confirm.check') }}
          >
            {codeFields}
          </PasswordForm>
        </>
      )}
      {account !== null && (
        <TextButton onClick={() => setAccount(null)}>{t('confirm.account.back')}</TextButton>
      )}
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
        <Confirm token={token} of={found} ask={ask} ended={ended} />
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
