import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the chunks of a page; routes that have been shown have none left to load. */
function preload(routes: readonly RouteObject[], path: string) {
  for (const { route } of matchRoutes([...routes], path) ?? []) {
    const { lazy } = route
    if (typeof lazy === 'object') void lazy.Component?.().catch(() => null)
  }
}

/** Preloads a page's chunk as soon as the pointer is over a link to it. */
export function preloadNext(routes: () => readonly RouteObject[]) {
  const pointed = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === window.location.origin && link.target === '') preload(routes(), link.pathname)
  }
  document.addEventListener('pointerover', pointed)
  document.addEventListener('focusin', pointed)
}
