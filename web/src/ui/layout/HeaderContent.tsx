import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The page's own slot in the top bar, right of the title. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

/** Renders a page's content into the top bar. */
export function HeaderContent({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot)
  return slot && createPortal(children, slot)
}
