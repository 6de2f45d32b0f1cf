import { matchRoutes, type RouteObject } from 'react-router'

/** Asks for what a page of the portal needs; of a page that was shown there is nothing left to ask for. */
function preload(routes: readonly RouteObject[], path: string) {
  for (const { route } of matchRoutes([...routes], path) ?? []) {
    const { lazy } = route
    if (typeof lazy === 'object') void lazy.Component?.().catch(() => null)
  }
}

/** Loads the program of a page as soon as somebody points at a link to it. */
export function preloadNext(routes: () => readonly RouteObject[]) {
  const pointed = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === window.location.origin && link.target === '') preload(routes(), link.pathname)
  }
  document.addEventListener('pointerover', pointed)
  document.addEventListener('focusin', pointed)
}
