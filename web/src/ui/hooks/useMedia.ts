import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query is matched. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => window.matchMedia(query), [query])
  const subscribe = useCallback(
    (watcher: () => void) => {
      media.addEventListener('change', watcher)
      return () => media.removeEventListener('change', watcher)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}
