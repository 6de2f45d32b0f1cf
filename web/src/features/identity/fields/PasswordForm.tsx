import { newPassword } from '@kellersonne/contract/identity/accounts'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type FaultCode, toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { PasswordChoice } from './PasswordChoice.tsx'
import { usePasswordFaultText } from './usePasswordFaultText.ts'

type Faults = { readonly password?: FieldRule; readonly repeat?: FieldRule }
const choice = z.object({ password: newPassword })
const text = (form: FormData, name: string) => String(form.get(name) ?? '')

function faultsIn(password: string, repeat: string): Faults {
  const read = choice.safeParse({ password })
  return {
    ...(!read.success && fieldErrors(read.error.issues, { password })),
    ...(repeat !== password && { repeat: 'format' }),
  }
}

function focusFirst(form: HTMLFormElement, { password, repeat }: Faults) {
  const control = form.elements.namedItem(password ? 'password' : repeat ? 'repeat' : '')
  if (control instanceof HTMLElement) control.focus()
}

type Props = {
  /** Labels of the first field, the button and the busy button. */
  words: { readonly label: string; readonly submit: string; readonly busy: string }
  /** The page's own texts for some error codes. */
  own: Partial<Record<FaultCode, string>>
  /** Throws an ApiError. */
  save: (password: string, form: FormData) => Promise<void>
  /** Called if the link is invalid. */
  refused: () => void
  /** Fields of the page's own. */
  children?: ReactNode
}

/** A new password, for visitors with a mailed link. */
export function PasswordForm({ words, own, save, refused, children }: Props) {
  const { t } = useTranslation('password')
  const ofPassword = usePasswordFaultText()
  const first = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  useEffect(() => first.current?.focus(), [])

  function complain(form: HTMLFormElement, wrong: Faults) {
    setFaults(wrong)
    focusFirst(form, wrong)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const password = text(values, 'password')
    const wrong = faultsIn(password, text(values, 'repeat'))
    complain(form, wrong)
    if (Object.keys(wrong).length > 0) return
    await attempt(async () => {
      try {
        await save(password, values)
      } catch (cause) {
        const refusal = toFault(cause)
        if (refusal.code === 'link_invalid') return refused()
        complain(form, refusal.fields)
        throw cause
      }
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} onInput={() => setFaults({})} noValidate>
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} own={own} />
      <PasswordChoice
        ref={first}
        label={words.label}
        email={() => ''}
        faults={{
          password: ofPassword(faults.password),
          repeat: faults.repeat ? t('fault.repeat') : null,
        }}
      />
      {children}
      <Button type="submit" busy={busy}>
        {busy ? words.busy : words.submit}
      </Button>
    </form>
  )
}
