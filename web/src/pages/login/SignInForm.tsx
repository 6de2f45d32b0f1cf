import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFault } from '../../data/client.ts'
import { signIn } from '../../data/sessions.ts'
import { Notice } from './Notice.tsx'
import { SignInFields } from './SignInFields.tsx'
import styles from './SignInForm.module.css'
import { useWait } from './useWait.ts'

/** Where the server does not say how long. */
const USUAL_WAIT_S = 30

type Missing = { email: boolean; password: boolean }
const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type Props = {
  /** Whether the last session ended without its owner's doing. */
  sessionEnded: boolean
  /** Called once signed in. The form stays busy until it is gone. */
  signedIn: () => void
}

export function SignInForm({ sessionEnded, signedIn }: Props) {
  const { t } = useTranslation(['signIn', 'errors'])
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({ email: false, password: false })
  const [fault, setFault] = useState<CallFault | null>(null)
  const [left, wait] = useWait()
  useEffect(() => email.current?.focus(), [])

  function refused(cause: unknown) {
    const said = cause instanceof CallFault ? cause : new CallFault('internal', {}, cause)
    setBusy(false)
    setFault(said)
    if (said.code === 'too_many_attempts') wait(said.retryAfter ?? USUAL_WAIT_S)
    if (said.code === 'credentials_wrong') password.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: text(form, 'email').trim(), password: text(form, 'password') }
    const lacks = { email: credentials.email === '', password: credentials.password === '' }
    setMissing(lacks)
    if (lacks.email || lacks.password) return (lacks.email ? email : password).current?.focus()
    if (busy || (left ?? 0) > 0) return
    setBusy(true)
    setFault(null)
    await signIn({ ...credentials, stayLoggedIn: form.has('stayLoggedIn') }).then(signedIn, refused)
  }

  const waiting = fault?.code === 'too_many_attempts' && left !== null
  const waitText = left === 0 ? t('again') : t('wait', { time: clock(left ?? 0) })
  const faultText = fault && (waiting ? waitText : t(`errors:${fault.code}`))
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Notice kind="info" text={sessionEnded && fault === null ? t('ended') : null} />
      <Notice kind={waiting ? 'warn' : 'danger'} text={faultText} />
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
