import { useSyncExternalStore } from 'react'

/** How far the page must be scrolled for the sidebar's own button to be out of mind, px (SHL-04). */
const FAR = 50

function subscribe(watcher: () => void) {
  window.addEventListener('scroll', watcher, { passive: true })
  return () => window.removeEventListener('scroll', watcher)
}

/** Whether the page has been scrolled from its beginning. */
export const useScrolled = () => useSyncExternalStore(subscribe, () => window.scrollY > FAR)
