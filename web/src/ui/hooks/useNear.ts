import { type RefObject, useEffect, useState } from 'react'

/** Before it is seen, px. */
const AHEAD = '300px'

/** Whether an element is seen or nearly so, or ever was. */
export function useNear(place: RefObject<Element | null>): boolean {
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
  return near
}
