import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How far each entry of the history was scrolled, px. */
const places = new Map<string, number>()

/** What somebody does who does not wait for the page to scroll by itself. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls as soon as the page is tall enough, unless somebody moves first. Returns how to stop. */
function returnTo(place: number) {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < place) return
    window.scrollTo(0, place)
    stop()
  })
  function stop() {
    observer.disconnect()
    for (const move of moves) window.removeEventListener(move, stop)
  }
  for (const move of moves) window.addEventListener(move, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

/** The way back ends where one was, also on a page whose parts come one after another (NAV-12). */
export function usePlace() {
  const { key } = useLocation()
  const wayBack = useNavigationType() === 'POP'
  // Before the next page, which may be shorter, is laid out and scrolls by that.
  useLayoutEffect(() => {
    const place = wayBack ? places.get(key) : undefined
    const stop = place === undefined ? null : returnTo(place)
    const keep = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => {
      window.removeEventListener('scroll', keep)
      stop?.()
    }
  }, [key, wayBack])
}
