import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

const useSlot = create<{ element: HTMLElement | null }>(() => ({ element: null }))
const fill = (element: HTMLElement | null) => useSlot.setState({ element })

/** The page's own slot in the top bar. Only what is shown there is rendered anew when the slot appears, not the layout. */
export const HeaderSlot = ({ className }: { className?: string | undefined }) => (
  <div className={className} ref={fill} />
)

/** Renders a page's content into the top bar. */
export function HeaderContent({ children }: { children: ReactNode }) {
  const { element } = useSlot()
  return element && createPortal(children, element)
}
