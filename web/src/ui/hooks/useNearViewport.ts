import { type RefObject, useEffect, useState } from 'react'
import { usePrinting } from '../../platform/printing.ts'

/** Distance from the viewport, px. */
const AHEAD = '300px'

/** True once an element has been in or near the viewport, or is printed. */
export function useNearViewport(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(!('IntersectionObserver' in window))
  useEffect(() => {
    if (near || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near, place])
  const printing = usePrinting()
  if (printing && !near) setNear(true)
  return near
}
