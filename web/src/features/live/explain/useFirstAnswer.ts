import { useEffect, useState } from 'react'

type Asked<T> = { refresh: () => Promise<void>; current: () => T | null }

/**
 * The server's answer as of the first render, never a newer one, so that the figures shown belong together; the last
 * known value if the request fails. null = pending; `asked` null = no request.
 */
export function useFirstAnswer<T>(asked: Asked<T> | null): { readonly value: T | null } | null {
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
