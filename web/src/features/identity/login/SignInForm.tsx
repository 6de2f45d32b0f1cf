import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { SessionEnd } from '../../../platform/session.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { signIn } from '../api/sessions.ts'
import { SignInFields } from './SignInFields.tsx'

type Missing = { email: boolean; password: boolean }
const text = (form: FormData, name: string) => String(form.get(name) ?? '')

type Props = {
  /** Why the last session here ended, unless its owner signed out here. */
  end: Exclude<SessionEnd, 'signedOut'> | null
  /** Called after signing in. The form stays busy until the returned promise settles. */
  signedIn: () => void | Promise<void>
}

export function SignInForm({ end, signedIn }: Props) {
  const { t } = useTranslation('signIn')
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<Missing>({ email: false, password: false })
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  useEffect(() => email.current?.focus(), [])
  useEffect(() => {
    if (fault?.code === 'credentials_wrong') password.current?.focus()
  }, [fault])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: text(form, 'email').trim(), password: text(form, 'password') }
    const lacks = { email: credentials.email === '', password: credentials.password === '' }
    setMissing(lacks)
    if (lacks.email || lacks.password) return (lacks.email ? email : password).current?.focus()
    await attempt(async () => {
      await signIn({ ...credentials, stayLoggedIn: form.has('stayLoggedIn') })
      await signedIn()
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Notice kind="info" text={end && fault === null ? t(end) : null} />
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
      <SignInFields
        busy={busy}
        faults={{
          email: missing.email ? t('emailMissing') : null,
          password: missing.password ? t('passwordMissing') : null,
        }}
        refs={{ email, password }}
      />
    </form>
  )
}
