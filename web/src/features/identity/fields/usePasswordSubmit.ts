import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'

/**
 * Submits a form with the field `password`, unless that is empty. The field gets the focus when it is empty,
 * when the password is wrong (`wrong`: the error code that says so), and at the beginning.
 */
export function usePasswordSubmit(wrong: string, send: (password: string, form: FormData) => Promise<void>) {
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  useEffect(() => {
    if (fault === null || fault.code === wrong) password.current?.focus()
  }, [fault, wrong])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const secret = String(form.get('password') ?? '')
    setMissing(secret === '')
    if (secret === '') return password.current?.focus()
    await attempt(() => send(secret, form))
  }

  return { password, missing, busy, fault, retryAfterSeconds, submit }
}
