import type { Claim } from '@kellersonne/contract/systems/systems'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { afterPointerUp } from '../../../ui/forms/afterPointerUp.ts'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { register } from '../api/accounts.ts'
import { type Faults, faultsAmong, fields, type RegisteredBy, read, typedIn } from './fields.ts'
import { RegisterFields } from './RegisterFields.tsx'
import { keepCodes, registeredBy } from './typedCodes.ts'
import { useFaults } from './useFaults.ts'
import { useRegisterFaultText } from './useRegisterFaultText.ts'

/** Data from a first sign-in at the second provider. */
export type ProviderProfile = { readonly ticket: string | null; readonly email: string }

/** Focuses the first invalid field. */
function focusFirst(form: HTMLFormElement, faults: Faults) {
  const first = fields.find((field) => faults[field] !== undefined)
  const control = first === undefined ? null : form.elements.namedItem(first)
  if (control instanceof HTMLElement) control.focus()
}

type Complaint = { readonly count: number; readonly by: 'form' | 'server' }
const none: Complaint = { count: 0, by: 'form' }

type Props = {
  arrival: ProviderProfile
  registered: (claims: readonly Claim[] | null, by: RegisteredBy) => void
}

export function RegisterForm({ arrival, registered }: Props) {
  const { t } = useTranslation('register')
  const lang = usePreferences((preferences) => preferences.language)
  const faultText = useRegisterFaultText()
  const email = useRef<HTMLInputElement>(null)
  const [ticket, setTicket] = useState(arrival.ticket)
  const circumstances = { lang, ticket }
  const faults = useFaults(circumstances)
  const [complaint, setComplaint] = useState(none)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()

  function leave({ currentTarget, target }: FocusEvent<HTMLFormElement>) {
    const field = fields.find((name) => name === target.getAttribute('name'))
    afterPointerUp(() => faults.leave(field, typedIn(currentTarget)))
  }

  /** Shows the number of errors and focuses the first invalid field. */
  function complain(form: HTMLFormElement, wrong: Faults, by: Complaint['by']) {
    setComplaint({ count: Object.keys(wrong).length, by })
    focusFirst(form, wrong)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = typedIn(form)
    const wanted = read(typed, circumstances)
    faults.leaveAll(typed)
    if (wanted.form === null) return complain(form, wanted.faults, 'form')
    setComplaint(none)
    await attempt(async () => {
      try {
        const claims = await register(wanted.form)
        if (claims === null) keepCodes(typed)
        registered(claims, registeredBy(typed))
      } catch (cause) {
        const refusal = toFault(cause)
        const refused = faultsAmong(refusal.fields)
        if (refusal.code === 'ticket_expired') setTicket(null)
        faults.refuse(refused, typed)
        complain(form, refused, 'server')
        throw cause
      }
    })
  }

  const { count, by } = complaint
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      onChange={({ currentTarget }) => faults.type(typedIn(currentTarget))}
      onBlur={leave}
      noValidate
    >
      <Notice kind="info" text={ticket === null ? null : t('ticket')} />
      <RegisterFields
        knownEmail={arrival.email}
        email={email}
        faultOf={(field) => faultText(field, faults.faultOf(field))}
      />
      <Notice kind="danger" text={count > 0 ? t(by === 'form' ? 'check' : 'refused', { count }) : null} />
      <RateLimitNotice
        fault={count > 0 ? null : fault}
        retryAfterSeconds={retryAfterSeconds}
        own={{ internal: t('failed'), input_invalid: t('failed'), ticket_expired: t('ticketExpired') }}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('busy') : t('submit')}
      </Button>
    </form>
  )
}
