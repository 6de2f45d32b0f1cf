import { useEffect } from 'react'
import type { Query } from './query.ts'

const ANEW_MS = 60_000
/** While the last attempt failed. */
const AGAIN_MS = 10_000

/**
 * Refreshes a query every minute while `isDue`, and sooner once an attempt failed: if the page is online and visible, or as
 * soon as it is visible again.
 */
export function useRefreshed<T>(query: Query<T>, isDue: (value: T) => boolean) {
  useEffect(() => {
    let triedAt = Date.now()
    function look() {
      const value = query.current()
      const isMissing = value === null || !query.isAnswered()
      const wait = isMissing ? AGAIN_MS : ANEW_MS
      const isSeen = document.visibilityState === 'visible' && navigator.onLine
      if (!isSeen || Date.now() - triedAt < wait || !(isMissing || isDue(value))) return
      triedAt = Date.now()
      void query.refresh()
    }
    const timer = setInterval(look, AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [query, isDue])
}
