import { useSyncExternalStore } from 'react'

/** wide: the drawing beside the sentence in one strip. middle: the phone's drawing beside it. phone: one column. */
export type Shape = 'wide' | 'middle' | 'phone'

/** Sidebar, paddings and the drawing's 1158 px fit from here on. */
const WIDE = '(min-width: 89.875rem)'
const PHONE = '(max-width: 47.99875rem)'

const shapeOf = (): Shape =>
  window.matchMedia(PHONE).matches ? 'phone' : window.matchMedia(WIDE).matches ? 'wide' : 'middle'

function subscribe(watcher: () => void) {
  const queries = [WIDE, PHONE].map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', watcher)
  return () => {
    for (const query of queries) query.removeEventListener('change', watcher)
  }
}

/** How much room the page has. */
export const useShape = () => useSyncExternalStore(subscribe, shapeOf)
