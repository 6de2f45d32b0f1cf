import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { skipWaiting } from 'workbox-core/skipWaiting.js'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { cleanupOutdatedCaches } from 'workbox-precaching/cleanupOutdatedCaches.js'
import { createHandlerBoundToURL } from 'workbox-precaching/createHandlerBoundToURL.js'
import { matchPrecache } from 'workbox-precaching/matchPrecache.js'
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { pageRoutes } from './routes.ts'

/** The build's files, put in by `vite/serviceWorker.ts`. */
declare const PRECACHE: PrecacheEntry[]
/** What the page may do is kept with it: the server puts the policy's name in front of this program. */
declare const POLICY: string

const PAGE = '/index.html'

// What the server says of owners is never kept here: the program alone.
precacheAndRoute(
  PRECACHE.map((entry) =>
    entry.url === PAGE ? { ...entry, revision: `${entry.revision}-${POLICY}` } : entry,
  ),
)
cleanupOutdatedCaches()

const elsewhere = new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(PAGE) }] })
for (const route of pageRoutes(createHandlerBoundToURL(PAGE), elsewhere)) registerRoute(route)

// A page says when it may be taken over: not while something is typed in it.
addEventListener('message', ({ data }) => {
  if (data === 'take over') skipWaiting()
})
clientsClaim()
