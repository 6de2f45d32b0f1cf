import { useEffect } from 'react'

/** Asks again each time the page becomes visible, as long as something may have changed elsewhere. */
export function useRefetchWhenVisible(waiting: boolean, ask: () => Promise<void>) {
  useEffect(() => {
    if (!waiting) return
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [waiting, ask])
}
