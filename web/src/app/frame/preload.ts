import type { Router } from '../../platform/router/router.ts'

/** Preloads a page's code as soon as the pointer or the focus is on a link to it. */
export function preloadNext(router: Router) {
  const pointed = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === window.location.origin && link.target === '') router.preload(link.pathname)
  }
  document.addEventListener('pointerover', pointed)
  document.addEventListener('focusin', pointed)
}
