import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The place in the top bar, right of the page's title, that belongs to the page. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

/** Puts a page's content into the top bar. */
export function HeaderContent({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot)
  return slot && createPortal(children, slot)
}
