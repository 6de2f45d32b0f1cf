import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { skipWaiting } from 'workbox-core/skipWaiting.js'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { cleanupOutdatedCaches } from 'workbox-precaching/cleanupOutdatedCaches.js'
import { createHandlerBoundToURL } from 'workbox-precaching/createHandlerBoundToURL.js'
import { matchPrecache } from 'workbox-precaching/matchPrecache.js'
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { serveNotifications } from './notifications.ts'
import { pageRoutes } from './routes.ts'

/** The build's files, injected by `vite/serviceWorker.ts`. */
declare const PRECACHE: PrecacheEntry[]
/** Name of the security policy, prefixed to this script by the server: the policy is cached with the page. */
declare const POLICY: string

const PAGE = '/index.html'

// Caches the app only, never the server's data about owners.
precacheAndRoute(
  PRECACHE.map((entry) =>
    entry.url === PAGE ? { ...entry, revision: `${entry.revision}-${POLICY}` } : entry,
  ),
)
cleanupOutdatedCaches()

const elsewhere = new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(PAGE) }] })
for (const route of pageRoutes(createHandlerBoundToURL(PAGE), elsewhere)) registerRoute(route)

// The page decides when it may be taken over: not while it has unsaved input.
addEventListener('message', ({ data }) => {
  if (data === 'take over') skipWaiting()
})
serveNotifications()
clientsClaim()
