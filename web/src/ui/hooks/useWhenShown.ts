import { useEffect } from 'react'

/** Asks each time the page is looked at again, as long as something may have been done elsewhere. */
export function useWhenShown(waiting: boolean, ask: () => Promise<void>) {
  useEffect(() => {
    if (!waiting) return
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [waiting, ask])
}
