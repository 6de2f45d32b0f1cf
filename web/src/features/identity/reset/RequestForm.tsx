import { email as emailAddress } from '@kellersonne/contract/identity/accounts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { requestReset } from '../api/accounts.ts'
import { EmailField } from '../fields/EmailField.tsx'

/** Requests a link for the given address; never reveals whether it has an account (AUT-06). */
export function RequestForm() {
  const { t } = useTranslation('reset')
  const email = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<'emailMissing' | 'emailFormat' | null>(null)
  const [sent, setSent] = useState(false)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  useEffect(() => email.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = email.current?.value.trim() ?? ''
    const read = emailAddress.safeParse(typed)
    setWrong(read.success ? null : typed === '' ? 'emailMissing' : 'emailFormat')
    setSent(false)
    if (!read.success) return email.current?.focus()
    await attempt(async () => {
      await requestReset(read.data)
      setSent(true)
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('intro')}</p>
      <Notice kind="ok" text={sent ? t('sent') : null} />
      <RateLimitNotice
        fault={fault}
        retryAfterSeconds={retryAfterSeconds}
        own={{ mail_unavailable: t('unsent'), internal: t('internal') }}
      />
      <EmailField ref={email} label={t('email')} fault={wrong && t(wrong)} />
      <Button type="submit" busy={busy}>
        {busy ? t('sending') : t('send')}
      </Button>
    </form>
  )
}
