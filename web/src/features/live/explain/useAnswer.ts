import { useEffect, useState } from 'react'

type Asked<T> = { refresh: () => Promise<void>; current: () => T | null }

/**
 * What the server answers when it is first looked at, and nothing newer, so that figures beside each other belong
 * together; the last that is known where it does not answer. null = not yet; `asked` null = nothing is asked.
 */
export function useAnswer<T>(asked: Asked<T> | null): { readonly value: T | null } | null {
  const [answer, take] = useState<{ value: T | null } | null>(null)
  useEffect(() => {
    let gone = false
    const answered = (value: T | null) => {
      if (!gone) take({ value })
    }
    if (asked === null) answered(null)
    else void asked.refresh().then(() => answered(asked.current()))
    return () => {
      gone = true
    }
  }, [asked])
  return answer
}
