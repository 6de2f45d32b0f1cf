import { useEffect } from 'react'
import { idle } from '../whenIdle.ts'

/** Loads what only paper needs once the browser is idle. Without it, the page prints as it looks. */
export function usePaper() {
  useEffect(() => {
    const ends = new AbortController()
    void idle()
      .then(() => import('./watchPrinting.ts'))
      .then(
        ({ watchPrinting }) => watchPrinting(ends.signal),
        () => null,
      )
    return () => ends.abort()
  }, [])
}
