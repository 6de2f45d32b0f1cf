import type { RouteHandler } from 'workbox-core/types.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'

/** The operator may have these elsewhere: only the server knows. */
const OPERATORS = /^\/(?:home|contact|imprint|privacy|terms)\/?$/
/** Never a page of the portal. */
const FOREIGN = /^\/(?:api|default|assets|\.well-known|security\.txt)(?:[/?]|$)/

/**
 * All that the service worker answers besides the build's own files: addresses somebody opens, never a call. The first
 * one that matches counts.
 */
export const pageRoutes = (page: RouteHandler, operatorsPage: RouteHandler) => [
  new NavigationRoute(operatorsPage, { allowlist: [OPERATORS] }),
  new NavigationRoute(page, { denylist: [FOREIGN] }),
]
