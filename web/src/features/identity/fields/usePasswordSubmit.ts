import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'

/**
 * Submits a form whose only input is the field `password`, unless it is empty. The field gets the focus when it is empty,
 * when the password is wrong (`wrong`: the error code that says so), and at the beginning.
 */
export function usePasswordSubmit(wrong: string, send: (password: string) => Promise<void>) {
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  useEffect(() => {
    if (fault === null || fault.code === wrong) password.current?.focus()
  }, [fault, wrong])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const secret = String(new FormData(event.currentTarget).get('password') ?? '')
    setMissing(secret === '')
    if (secret === '') return password.current?.focus()
    await attempt(() => send(secret))
  }

  return { password, missing, busy, fault, retryAfterSeconds, submit }
}
