import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFault } from '../../../platform/client/client.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { PasswordField } from '../../../ui/controls/PasswordField.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { confirmEmail } from '../api/email.ts'

import type { LinkEnd } from './LinkPage.tsx'

type Props = { token: string; ended: (how: LinkEnd) => void }

/** Asks for the account's password: the mail may have gone to a mistyped address. */
export function ConfirmForm({ token, ended }: Props) {
  const { t } = useTranslation(['email', 'signIn', 'errors'])
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const wrong = fault?.code === 'password_wrong'
  useEffect(() => {
    if (fault === null || fault.code === 'password_wrong') password.current?.focus()
  }, [fault])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const secret = String(new FormData(event.currentTarget).get('password') ?? '')
    setMissing(secret === '')
    if (secret === '') return password.current?.focus()
    await attempt(async () => {
      try {
        ended({ email: await confirmEmail(token, secret) })
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        ended('failed')
      }
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('confirm.intro')}</p>
      <RateLimitNotice fault={wrong ? null : fault} retryAfterSeconds={retryAfterSeconds} />
      <PasswordField
        ref={password}
        name="password"
        autoComplete="current-password"
        label={t('signIn:password')}
        showLabel={t('signIn:showPassword')}
        fault={missing ? t('signIn:passwordMissing') : wrong ? t('errors:password_wrong') : null}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('confirm.busy') : t('confirm.submit')}
      </Button>
    </form>
  )
}
