import type { RouteHandler } from 'workbox-core/types.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'

/** The operator may host these elsewhere: only the server knows. */
const OPERATORS = /^\/(?:home|contact|imprint|privacy|terms)\/?$/
/** Never pages of the portal. */
const FOREIGN = /^\/(?:api|default|assets|\.well-known|security\.txt)(?:[/?]|$)/

/**
 * Everything the service worker answers besides the build's own files: navigations only, never API calls. The first
 * match wins.
 */
export const pageRoutes = (page: RouteHandler, operatorsPage: RouteHandler) => [
  new NavigationRoute(operatorsPage, { allowlist: [OPERATORS] }),
  new NavigationRoute(page, { denylist: [FOREIGN] }),
]
