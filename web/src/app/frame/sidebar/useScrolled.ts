import { useSyncExternalStore } from 'react'

/** Scroll distance at which the sidebar's own button counts as out of reach, px (SHL-04). */
const FAR = 50

function subscribe(watcher: () => void) {
  window.addEventListener('scroll', watcher, { passive: true })
  return () => window.removeEventListener('scroll', watcher)
}

/** True once the page has been scrolled that far. */
export const useScrolled = () => useSyncExternalStore(subscribe, () => window.scrollY > FAR)
