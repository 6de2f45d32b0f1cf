import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** True while a media query matches. */
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
