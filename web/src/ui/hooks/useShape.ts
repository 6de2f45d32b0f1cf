import { useMedia } from './useMedia.ts'

/** wide: the drawing beside the sentence in one strip. middle: the phone's drawing beside it. phone: one column. */
export type Shape = 'wide' | 'middle' | 'phone'

/** Sidebar, paddings and the drawing's 1158 px fit from here on. */
const WIDE = '(min-width: 89.875rem)'
const PHONE = '(max-width: 47.99875rem)'

/** How much room the page has. */
export function useShape(): Shape {
  const phone = useMedia(PHONE)
  const wide = useMedia(WIDE)
  if (phone) return 'phone'
  return wide ? 'wide' : 'middle'
}
