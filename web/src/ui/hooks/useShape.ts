import { usePrinting } from '../../platform/printing.ts'
import { useMedia } from './useMedia.ts'

/** wide: drawing beside the sentence in one strip. middle: the phone's drawing beside it. phone: one column. */
export type Shape = 'wide' | 'middle' | 'phone'

/** Minimum width for the sidebar, the paddings and the drawing's 1158 px. */
const WIDE = '(min-width: 89.875rem)'
const PHONE = '(max-width: 47.99875rem)'

/** The layout for the page's width; on paper, one column. */
export function useShape(): Shape {
  const phone = useMedia(PHONE)
  const wide = useMedia(WIDE)
  const printing = usePrinting()
  if (phone || printing) return 'phone'
  return wide ? 'wide' : 'middle'
}
