import { useEffect, useState } from 'react'

/** Scroll distance at which the sidebar's own button counts as out of reach, px (SHL-04). */
const FAR = 50

/** True once the page has been scrolled that far. Reads the distance on scrolling alone: before the first paint that would force a layout. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > FAR)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return scrolled
}
