import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query is matched. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (watcher: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', watcher)
      return () => media.removeEventListener('change', watcher)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
