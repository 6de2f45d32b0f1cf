import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from '../../platform/router/context.tsx'

/** Scroll position of each history entry, px. */
const places = new Map<string, number>()

/** Events that mean the owner moves the page themselves. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls as soon as the page is tall enough, unless the owner moves it first. Returns a function that stops it. */
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

/** Restores the scroll position on Back, also on pages whose parts load one after another (NAV-12). */
export function useScrollRestoration() {
  const { key } = useLocation()
  const wayBack = useNavigationType() === 'POP'
  // A layout effect, so that the listener is gone before a shorter next page changes the scroll position.
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
